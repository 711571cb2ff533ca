// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/batch/windows.h"
#include "data/cache/token_cache.h"
#include "preset/preset.h"

#include <string>

/// How the texts of a task of the next token become samples.
namespace tunedesk::plan {

/// Whether no window crosses from one document into the next (data.documents), and windows are dealt as other
/// samples are. Else all rows are one stream, which keeps its order.
bool separates_documents(const Preset& preset);

/// Columns of the training text, where it is a stream: as many as a step has samples, so that a step is one
/// place of all columns, however ranks and accumulation divide it.
std::uint64_t stream_columns(const Preset& preset, std::int64_t data_ranks);

/// The windows of a file's tokens. A row of a table is a document, a text file is one as a whole. `columns`:
/// of a stream. Throws at the file Error 3151 if a stream is too short for its columns, 3153 if no document
/// has a target.
data::Windows windows_of(const Preset& preset, const data::TokenizedSet& tokens, const std::string& file,
                         std::uint64_t columns);

} // namespace tunedesk::plan
