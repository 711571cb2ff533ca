// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace tunedesk::data {

/// Two neighbors that become one token.
struct BpeMerge {
    std::int32_t left, right, merged;
};

/// The tokens of a word while they are merged; a list over indices, since symbols stay where they are. Reused
/// for the next word.
class BpeWord {
public:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    void clear() {
        symbols_.clear();
        queue_.clear();
    }
    /// Appends a token that ends at this byte of the word.
    void add(std::int32_t id, std::uint32_t end) {
        const auto index = static_cast<std::uint32_t>(symbols_.size());
        symbols_.push_back({id, end, index - 1, index + 1, none, 0}); // the index before 0 is `none`
    }
    /// Appends the ids, and, where wanted, the byte of the word at which each ends.
    void take(std::vector<std::int32_t>& ids, std::vector<std::uint32_t>* ends) const;
    /// Gives memory back after a word that was much longer than others.
    void shrink();

private:
    friend class BpeMerges;
    struct Symbol {
        std::int32_t id;
        std::uint32_t end;            ///< byte of the word
        std::uint32_t previous, next; ///< indices, or none
        std::uint32_t rank;           ///< of the merge with `next`; none: no merge, or taken into another
        std::int32_t merged;
    };

    std::vector<Symbol> symbols_;
    /// A heap, lowest first: rank, then index. An entry whose rank is no longer its symbol's is passed over.
    std::vector<std::uint64_t> queue_;
};

/// The merges of byte pair encoding: of all neighbors that a merge names, those of the lowest rank, and of
/// these the leftmost, become one token, until none is left (Sennrich, Haddow and Birch, "Neural Machine
/// Translation of Rare Words with Subword Units", ACL 2016). Thread rule: immutable.
class BpeMerges {
public:
    /// In the order of their ranks; of equal pairs the last counts.
    explicit BpeMerges(std::span<const BpeMerge> merges);

    /// Merges the tokens of a word, n log n in their number.
    void apply(BpeWord& word) const;

private:
    struct Slot {
        std::uint64_t pair; ///< left and right; `no_pair`: empty
        std::uint32_t rank;
        std::int32_t merged;
    };
    const Slot* find(std::int32_t left, std::int32_t right) const;
    std::size_t place_of(std::uint64_t pair) const;
    /// Writes down the merge of a symbol with the next one, and queues it.
    void propose(std::uint32_t index, BpeWord& word) const;

    std::vector<Slot> slots_; ///< a power of two, open addressing
    int shift_ = 0;           ///< from a hash to a place
};

} // namespace tunedesk::data
