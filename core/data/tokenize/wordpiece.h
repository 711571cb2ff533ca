#pragma once

#include "data/tokenize/token_model.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// A set of byte strings with a number each, for finding the longest one that a text begins with. Its nodes
/// lie in two arrays, the children of a node side by side in byte order. Thread rule: immutable.
class ByteTrie {
public:
    struct Key {
        std::string_view text; ///< not empty
        std::int32_t value;    ///< from 0
    };
    struct Match {
        std::size_t length = 0; ///< 0: none
        std::int32_t value = -1;
    };

    ByteTrie() = default;
    /// Of equal keys the last counts.
    explicit ByteTrie(std::vector<Key> keys);

    Match longest(std::string_view text) const;
    bool empty() const { return nodes_.size() < 2; }
    bool begins(unsigned char byte) const { return !empty() && root_[byte] != 0; }

private:
    struct Node {
        std::int32_t value = -1;
        std::uint32_t first_child = 0;
        std::uint32_t children = 0;
    };
    std::uint32_t child(const Node& node, unsigned char byte) const;

    std::vector<Node> nodes_;         ///< 0 is the root
    std::vector<unsigned char> byte_; ///< by which a node is reached
    std::uint32_t root_[256] = {};    ///< its children, 0: none
};

/// The WordPiece model: a word becomes the longest piece of the vocabulary that it begins with, then again
/// for its rest (Schuster and Nakajima, "Japanese and Korean voice search", ICASSP 2012). Thread rule:
/// immutable.
class WordPiece {
public:
    WordPiece() = default;
    /// `prefix` marks the pieces that go on inside a word ("##").
    WordPiece(std::span<const VocabularyPiece> vocab, std::string_view prefix, std::int32_t unknown_id,
              std::size_t max_chars_per_word);

    /// Appends the ids of one word (not empty, without white space) to `ids`.
    void tokenize(std::string_view word, std::vector<std::int32_t>& ids) const;

private:
    ByteTrie first_, rest_;
    std::int32_t unknown_id_ = 0;
    std::size_t max_chars_ = 100;
};

} // namespace tunedesk::data
