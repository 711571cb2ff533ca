// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tunedesk::format {

/// How texts are truncated in training, and therefore in predictions.
struct Truncation {
    std::int64_t max_length = 0;  ///< tokens of a row, special ones included; 0: not known
    bool left = false;            ///< a long text loses its beginning
    std::int64_t stride = 0;      ///< above 0, a long text is read in windows that share so many tokens
    std::int64_t max_windows = 0; ///< of a text, where there is a stride
};

/// The settings of FOLDER/tokenizer_config.json: `truncation_side`, `model_max_length` (numbers beyond
/// 2^31 mean none), and `stride` where `max_windows` stands beside it. A file that is missing or unreadable
/// sets nothing.
Truncation read_truncation(const fs::path& folder);

/// What a tokenizer may consist of in a model folder: tokenizer.json, or the vocabulary of a WordPiece
/// (vocab.txt) or of a byte-level BPE tokenizer (vocab.json with merges.txt), and settings; of a language
/// model how conversations are written, and what ends a text.
std::span<const char* const> tokenizer_file_names();

/// Whether the folder holds a tokenizer.json or a vocabulary.
bool holds_tokenizer(const fs::path& folder);

/// Copies those of these files that exist from a model folder, and returns the names of those that are then
/// in `to`. Throws Error 4313 for a link that leads out of the folder,
/// 4317 for anything but a regular file, 5001 on a full disk. The copied tokenizer_config.json gets
/// `truncation_side` and, where `max_length` is known, `model_max_length`, so that other programs truncate
/// alike; and `stride` with `max_windows`, which is TuneDesk's own. Where there is no such file, one is
/// written for truncation on the left or windows only: its mere presence makes readers take BertTokenizer's
/// defaults.
std::vector<std::string> copy_tokenizer_files(const fs::path& from, const fs::path& to,
                                              const Truncation& truncation = {});

} // namespace tunedesk::format
