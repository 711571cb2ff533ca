// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tunedesk::data {

/// Where a file of tagged words has words and tags. JSONL: the columns of texts and labels are the keys of
/// two lists. CoNLL files have no names: their columns are counted from 1, or from -1, the last, backwards.
struct TagColumns {
    int token_column = 1;
    int tag_column = -1;
    /// Lines that begin with # before a sentence are comments (CoNLL-U); std::nullopt: decided by the first
    /// line.
    std::optional<bool> comments = std::nullopt;
    std::vector<std::string> tag_names = {}; ///< names of tags that JSONL has as integers, from 0
};

} // namespace tunedesk::data
