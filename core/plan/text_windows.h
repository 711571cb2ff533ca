// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/batch/windows.h"
#include "data/cache/token_cache.h"
#include "preset/preset.h"

#include <string>

/// Conversion of the texts of a next-token task into samples.
namespace tunedesk::plan {

/// Whether no window crosses a document boundary (data.documents) and windows are divided among ranks like
/// other samples. Else all rows form one stream, which keeps its order.
bool separates_documents(const Preset& preset);

/// Columns of the training text if it is a stream: the number of samples per step, so that a step is one
/// position of all columns, independent of ranks and accumulation.
std::uint64_t stream_columns(const Preset& preset, std::int64_t data_ranks);

/// The windows of a file's tokens. A row of a table is a document; a text file is one document. `columns`:
/// those of a stream. Throws, with the file, Error 3151 if a stream is too short for its columns, 3153 if no
/// document has a target.
data::Windows windows_of(const Preset& preset, const data::TokenizedSet& tokens, const std::string& file,
                         std::uint64_t columns);

} // namespace tunedesk::plan
