#pragma once

#include "data/tokenize/tokenizer_file.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tunedesk::data {

/// Counts the words of texts in the normal form of a word-level tokenizer. Thread rule: one thread.
class WordCount {
public:
    explicit WordCount(WordLevelSettings settings) : settings_(std::move(settings)) {}

    void add(std::string_view text);
    /// `unknown_word`, then all others, the most frequent first, and of equally frequent ones the smaller
    /// bytes first. Ids are their places.
    std::vector<std::string> by_frequency() const;

private:
    struct ByteHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };

    WordLevelSettings settings_;
    std::unordered_map<std::string, std::uint64_t, ByteHash, std::equal_to<>> counts_;
};

} // namespace tunedesk::data
