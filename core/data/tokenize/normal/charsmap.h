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

/// SentencePiece's `precompiled_charsmap`: replacements of characters and sequences. A double array (J. Aoe,
/// "An efficient digital search algorithm by using a double-array structure", IEEE TSE 1989) over bytes leads
/// to offsets in `texts`, which are zero-terminated. Thread rule: immutable.
class Charsmap {
public:
    /// std::nullopt if the bytes are not such a map.
    static std::optional<Charsmap> of(std::string_view bytes);

    /// Rewrites a text as `tokenizers` 0.22.2 does: a grapheme cluster of less than six bytes is replaced by
    /// the replacement of its shortest prefix in the map; otherwise this is done for each of its characters.
    void apply(std::string_view text, TextRewrite& out) const;
    /// The replacement of the shortest prefix of `text` in the map; std::nullopt if there is none.
    std::optional<std::string_view> shortest(std::string_view text) const;

private:
    Charsmap(std::vector<std::uint32_t> units, std::string texts);

    std::vector<std::uint32_t> units_;
    std::string texts_;
    std::bitset<256> stays_; ///< ASCII characters that are no key of the map by themselves
};

} // namespace tunedesk::data
