// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "task/readout.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tunedesk::arch {

/// How a sentence-transformers folder computes a text's embedding from an encoder's rows.
struct SentenceModules {
    task::Readout pooling = task::Readout::mean; ///< mean or first
    bool normalizes = false;                     ///< embeddings are scaled to length 1
    std::int64_t max_length = 0; ///< tokens of a text, special ones included; 0: not specified
};

/// Reads a folder with modules.json: a transformer in the folder itself, pooling by the mean or the
/// first token, and optional normalization; std::nullopt if there is no such file. Throws Error
/// 4358 for another module or pooling, 4320 and 4321 for damaged files.
std::optional<SentenceModules> read_sentence_modules(const fs::path& folder);

/// The files, by their names in the folder, that turn an encoder's folder into one of
/// sentence-transformers. The encoder's rows have `width` columns.
std::vector<std::pair<std::string, std::string>> sentence_files(const SentenceModules& modules,
                                                                std::int64_t width);

} // namespace tunedesk::arch
