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

/// What a sentence-transformers folder makes of an encoder's rows: a text's embedding.
struct SentenceModules {
    task::Readout pooling = task::Readout::mean; ///< mean, or first
    bool normalizes = false;                     ///< embeddings have the length 1
    std::int64_t max_length = 0;                 ///< tokens of a text, special ones included; 0: not said
};

/// Of a folder with modules.json: a transformer in the folder itself, pooling by the mean or the first token,
/// and maybe normalization; std::nullopt if there is no such file. Throws Error 4358 for another module, or
/// another pooling, 4320 and 4321 for files that are damaged.
std::optional<SentenceModules> read_sentence_modules(const fs::path& folder);

/// The files, by their names in the folder, that make one of sentence-transformers of an encoder's, whose
/// rows have so many columns.
std::vector<std::pair<std::string, std::string>> sentence_files(const SentenceModules& modules,
                                                                std::int64_t width);

} // namespace tunedesk::arch
