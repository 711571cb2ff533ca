// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/byte_hash.h"
#include "data/tokenize/tokenizer_file.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tunedesk::data {

/// Counts the words of texts normalized by a word-level tokenizer. Thread rule: one thread.
class WordCount {
public:
    explicit WordCount(WordLevelSettings settings) : settings_(std::move(settings)) {}

    void add(std::string_view text);
    /// `unknown_word`, then all other words by descending frequency, equal ones in byte order. The index is
    /// the id.
    std::vector<std::string> by_frequency() const;

private:
    WordLevelSettings settings_;
    ByteMap<std::uint64_t> counts_;
};

} // namespace tunedesk::data
