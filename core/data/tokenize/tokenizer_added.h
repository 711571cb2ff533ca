// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/byte_trie.h"
#include "data/tokenize/tokenizer_file.h"

#include <string_view>
#include <vector>

namespace tunedesk::data {

/// Finds added tokens in a text: leftmost first, the longest where several begin together, then as their
/// flags say. Thread rule: immutable.
class AddedTokens {
public:
    AddedTokens() = default;
    /// `contents[i]` is what to look for in place of tokens[i].content (its normal form, maybe). Of equal
    /// ones the first special token counts, else the first.
    AddedTokens(std::vector<AddedToken> tokens, std::vector<std::string> contents);

    bool empty() const { return trie_.empty(); }

    /// Walks through the text: piece(text) for the text between tokens, token(id, bytes it takes)
    /// for each one. Either returns false to stop.
    template <typename Piece, typename Token>
    void split(std::string_view text, Piece piece, Token token) const {
        std::size_t begin = 0;
        Found found;
        for (std::size_t from = 0; next(text, from, begin, found); from = found.match_end) {
            if (found.end <= found.begin) continue; // the token before has taken all of it
            if (found.begin > begin && !piece(text.substr(begin, found.begin - begin))) return;
            if (!token(found.id, ByteSpan{static_cast<std::uint32_t>(found.begin),
                                          static_cast<std::uint32_t>(found.end)}))
                return;
            begin = found.end;
        }
        if (begin < text.size()) piece(text.substr(begin));
    }

private:
    struct Found {
        std::size_t begin = 0, end = 0; ///< with the white space that the token takes
        std::size_t match_end = 0;      ///< where the search continues
        std::int32_t id = 0;
    };
    /// Where one may begin, at `from` or behind it; without one, the end of the text.
    std::size_t find_begin(std::string_view text, std::size_t from) const;
    bool next(std::string_view text, std::size_t from, std::size_t not_before, Found& found) const;

    std::vector<AddedToken> tokens_;
    std::vector<std::string> contents_;
    ByteTrie trie_;      ///< value: index into tokens_
    std::string begins_; ///< the bytes that tokens begin with
};

} // namespace tunedesk::data
