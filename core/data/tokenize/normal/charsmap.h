// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/normal/text_rewrite.h"

#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// SentencePiece's `precompiled_charsmap`: what characters, and sequences of them, become. A double array
/// (J. Aoe, "An efficient digital search algorithm by using a double-array structure", IEEE TSE 1989) over
/// bytes leads to places of `texts`, which zeros end. Thread rule: immutable.
class Charsmap {
public:
    /// std::nullopt if the bytes are not such a map.
    static std::optional<Charsmap> of(std::string_view bytes);

    /// Rewrites a text as `tokenizers` 0.22.2 does: a grapheme cluster of less than six bytes becomes what
    /// its shortest beginning in the map becomes; else each of its characters does so.
    void apply(std::string_view text, TextRewrite& out) const;
    /// What the shortest beginning of `text` in the map becomes, if any is there.
    std::optional<std::string_view> shortest(std::string_view text) const;

private:
    Charsmap(std::vector<std::uint32_t> units, std::string texts);

    std::vector<std::uint32_t> units_;
    std::string texts_;
    std::bitset<256> stays_; ///< ASCII that no beginning in the map has alone
};

} // namespace tunedesk::data
