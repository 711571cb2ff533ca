// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/byte_trie.h"
#include "data/tokenize/tokenizer_file.h"

#include <string_view>
#include <vector>

namespace tunedesk::data {

/// Finds added tokens in a text: the leftmost first, the longest of those that begin together, subject to
/// their flags. Thread rule: immutable.
class AddedTokens {
public:
    AddedTokens() = default;
    /// `contents[i]` is the text to search for instead of tokens[i].content (such as its normal form). Of
    /// equal ones the first special token is used, else the first.
    AddedTokens(std::vector<AddedToken> tokens, std::vector<std::string> contents);

    bool empty() const { return trie_.empty(); }

    /// Iterates over the text: calls piece(text) for the text between tokens and token(id, bytes) for each
    /// token. Either returns false to stop.
    template <typename Piece, typename Token>
    void split(std::string_view text, Piece piece, Token token) const {
        std::size_t begin = 0;
        Found found;
        for (std::size_t from = 0; next(text, from, begin, found); from = found.match_end) {
            if (found.end <= found.begin) continue; // already covered by the token before
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
        std::size_t begin = 0, end = 0; ///< includes the white space that the token strips
        std::size_t match_end = 0;      ///< where the search continues
        std::int32_t id = 0;
    };
    /// Position of the next possible match at or after `from`; the end of the text if there is none.
    std::size_t find_begin(std::string_view text, std::size_t from) const;
    bool next(std::string_view text, std::size_t from, std::size_t not_before, Found& found) const;

    std::vector<AddedToken> tokens_;
    std::vector<std::string> contents_;
    ByteTrie trie_;      ///< value: index in tokens_
    std::string begins_; ///< first bytes of all tokens
};

} // namespace tunedesk::data
