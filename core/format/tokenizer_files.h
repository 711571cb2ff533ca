#pragma once

#include "base/files/file.h"

#include <cstdint>

namespace tunedesk::format {

/// How a model's texts are truncated: what training did, so that predictions do the same.
struct Truncation {
    std::int64_t max_length = 0; ///< tokens of a row, special ones included; 0: not known
    bool left = false;           ///< a long text loses its beginning
};

/// What FOLDER/tokenizer_config.json says by `truncation_side` and `model_max_length` (numbers beyond 2^31
/// mean none). A file that is missing or unreadable says nothing.
Truncation read_truncation(const fs::path& folder);

/// Copies the tokenizer's files (tokenizer.json, tokenizer_config.json, vocab.txt, special_tokens_map.json;
/// those that exist) from a model folder. Throws Error 4311 for a link that leads out of the folder, or
/// anything but a regular file; 5001 on a full disk. The copied tokenizer_config.json gets `truncation_side`
/// and, where `max_length` is known, `model_max_length`, so that other programs truncate alike. Where there
/// is no such file, one is written for truncation on the left only: its mere presence makes readers take
/// BertTokenizer's defaults.
void copy_tokenizer_files(const fs::path& from, const fs::path& to, const Truncation& truncation = {});

} // namespace tunedesk::format
