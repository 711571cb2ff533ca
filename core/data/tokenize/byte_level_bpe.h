#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// Two neighbors that become one token.
struct BpeMerge {
    std::int32_t left, right, merged;
};

/// Byte pair encoding of a word's bytes: of all neighbors that a merge names, those of the lowest rank, and
/// of these the leftmost, become one token, until none is left (Sennrich, Haddow and Birch, "Neural Machine
/// Translation of Rare Words with Subword Units", ACL 2016). Time n log n in the word's bytes. Thread rule:
/// immutable.
class ByteLevelBpe {
public:
    /// In the place of a byte's token: such bytes are left out of a word before anything is merged.
    static constexpr std::int32_t no_token = -1;

    /// `byte_ids[b]` is the token of byte b, or no_token, `merges` are in the order of their ranks; of equal
    /// pairs the last counts.
    ByteLevelBpe(const std::array<std::int32_t, 256>& byte_ids, std::span<const BpeMerge> merges);

    /// Appends the ids of one word (below 4 GiB), and, where wanted, the byte of the word at which each ends.
    void tokenize(std::string_view word, std::vector<std::int32_t>& ids,
                  std::vector<std::uint32_t>* ends = nullptr) const;

private:
    struct Slot {
        std::uint64_t pair; ///< left and right; `no_pair`: empty
        std::uint32_t rank;
        std::int32_t merged;
    };
    struct Symbol;
    struct Scratch;
    const Slot* find(std::int32_t left, std::int32_t right) const;
    std::size_t place_of(std::uint64_t pair) const;
    /// Writes down the merge of a symbol with the next one, and queues it.
    void propose(std::uint32_t index, Scratch& scratch) const;
    void merge_all(std::string_view word, Scratch& scratch) const;

    std::array<std::int32_t, 256> byte_ids_;
    std::vector<Slot> slots_; ///< a power of two, open addressing
    int shift_ = 0;           ///< from a hash to a place
};

} // namespace tunedesk::data
