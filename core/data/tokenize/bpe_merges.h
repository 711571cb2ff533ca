// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace tunedesk::data {

/// Two adjacent tokens that are merged into one.
struct BpeMerge {
    std::int32_t left, right, merged;
};

/// The tokens of a word during merging: a doubly linked list over indices, so that symbols are not moved.
/// Reused for the next word.
class BpeWord {
public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    void clear() {
        symbols_.clear();
        queue_.clear();
    }
    /// Appends a token that ends at byte `end` of the word.
    void add(std::int32_t id, std::uint32_t end) {
        const auto index = static_cast<std::uint32_t>(symbols_.size());
        symbols_.push_back({id, end, index - 1, index + 1, none, 0}); // the index before 0 is `none`
    }
    /// Appends the ids and, if `ends` is not null, the byte of the word at which each ends.
    void take(std::vector<std::int32_t>& ids, std::vector<std::uint32_t>* ends) const;
    /// Frees memory after a word that was much longer than others.
    void shrink();

private:
    friend class BpeMerges;
    struct Symbol {
        std::int32_t id;
        std::uint32_t end;            ///< byte of the word
        std::uint32_t previous, next; ///< indices, or none
        /// rank of the merge with `next`; none: no merge, or the symbol was merged into another
        std::uint32_t rank;
        std::int32_t merged;
    };

    std::vector<Symbol> symbols_;
    /// A min-heap by rank, then index. An entry whose rank differs from its symbol's is outdated and skipped.
    std::vector<std::uint64_t> queue_;
};

/// The merges of byte pair encoding: repeatedly, the leftmost adjacent pair with the lowest rank is merged
/// into one token, until no merge applies (Sennrich, Haddow and Birch, "Neural Machine Translation of Rare
/// Words with Subword Units", ACL 2016). Thread rule: immutable.
class BpeMerges {
public:
    /// `merges` in the order of their ranks; for equal pairs the last one is used.
    explicit BpeMerges(std::span<const BpeMerge> merges);

    /// Merges the tokens of a word in O(n log n).
    void apply(BpeWord& word) const;

private:
    struct Slot {
        std::uint64_t pair; ///< left and right id; `no_pair`: empty slot
        std::uint32_t rank;
        std::int32_t merged;
    };
    const Slot* find(std::int32_t left, std::int32_t right) const;
    std::size_t place_of(std::uint64_t pair) const;
    /// Stores the rank of a symbol's merge with the next one, and queues it.
    void propose(std::uint32_t index, BpeWord& word) const;

    std::vector<Slot> slots_; ///< open addressing; the size is a power of two
    int shift_ = 0;           ///< shift from a hash to a slot
};

} // namespace tunedesk::data
