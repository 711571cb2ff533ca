// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/bpe_merges.h"

#include <array>
#include <string_view>

namespace tunedesk::data {

/// Byte pair encoding of a word's bytes. Thread rule: immutable.
class ByteLevelBpe {
public:
    /// Marks a byte without a token: such bytes are removed from a word before merging.
    static constexpr std::int32_t no_token = -1;

    /// `byte_ids[b]` is the token of byte b, or no_token; `merges` are in the order of their ranks, and for
    /// equal pairs the last one is used.
    ByteLevelBpe(const std::array<std::int32_t, 256>& byte_ids, std::span<const BpeMerge> merges)
        : byte_ids_(byte_ids), merges_(merges) {}

    /// Appends the ids of one word (below 4 GiB) and, if `ends` is not null, the byte of the word at which
    /// each ends.
    void tokenize(std::string_view word, std::vector<std::int32_t>& ids,
                  std::vector<std::uint32_t>* ends = nullptr) const;

private:
    std::array<std::int32_t, 256> byte_ids_;
    BpeMerges merges_;
};

} // namespace tunedesk::data
