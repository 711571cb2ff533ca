// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/tokenizer_added.h"

#include "data/unicode/byte_scan.h"
#include "data/unicode/unicode.h"

#include <algorithm>

namespace tunedesk::data {

AddedTokens::AddedTokens(std::vector<AddedToken> tokens, std::vector<std::string> contents)
    : tokens_(std::move(tokens)), contents_(std::move(contents)) {
    std::vector<ByteTrie::Key> keys; // of equal keys the last one is used
    for (const bool special : {false, true})
        for (std::size_t i = tokens_.size(); i-- > 0;)
            if (tokens_[i].special == special) keys.push_back({contents_[i], static_cast<std::int32_t>(i)});
    trie_ = ByteTrie(std::move(keys));
    for (int byte = 0; byte < 256; ++byte)
        if (trie_.begins(static_cast<unsigned char>(byte))) begins_ += static_cast<char>(byte);
}

std::size_t AddedTokens::find_begin(std::string_view text, std::size_t from) const {
    if (begins_.size() <= 2) return find_either(text, from, text.size(), begins_.front(), begins_.back());
    while (from < text.size() && !trie_.begins(static_cast<unsigned char>(text[from])))
        ++from;
    return from;
}

bool AddedTokens::next(std::string_view text, std::size_t from, std::size_t not_before, Found& found) const {
    if (trie_.empty()) return false;
    while (true) {
        from = find_begin(text, from);
        if (from == text.size()) return false;
        const ByteTrie::Match match = trie_.longest(text.substr(from));
        if (match.length == 0) {
            ++from;
            continue;
        }
        const AddedToken& token = tokens_[static_cast<std::size_t>(match.value)];
        std::size_t begin = from, end = from + match.length;
        from = end;
        const auto word_before = [&] {
            std::size_t position = begin;
            return begin > 0 && unicode::is_word_character(unicode::previous(text, position));
        };
        const auto word_after = [&] {
            std::size_t position = end;
            return end < text.size() && unicode::is_word_character(unicode::next(text, position));
        };
        if (token.single_word && (word_before() || word_after())) continue;
        found.match_end = end;
        if (token.lstrip) {
            for (std::size_t position = begin; position > not_before; begin = position)
                if (!unicode::is_white_space(unicode::previous(text, position))) break;
            begin = std::max(begin, not_before);
        }
        if (token.rstrip) {
            end = std::max(end, not_before); // the previous token has stripped white space up to there
            for (std::size_t position = end; position < text.size(); end = position)
                if (!unicode::is_white_space(unicode::next(text, position))) break;
        }
        found.begin = begin;
        found.end = end;
        found.id = token.id;
        return true;
    }
}

} // namespace tunedesk::data
