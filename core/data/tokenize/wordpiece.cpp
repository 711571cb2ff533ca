// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/wordpiece.h"

#include <algorithm>

namespace tunedesk::data {

WordPiece::WordPiece(std::span<const VocabularyPiece> vocab, std::string_view prefix, std::int32_t unknown_id,
                     std::size_t max_chars_per_word)
    : unknown_id_(unknown_id), max_chars_(max_chars_per_word) {
    std::vector<ByteTrie::Key> first, rest;
    for (const VocabularyPiece& piece : vocab) {
        const std::string_view text = piece.text;
        if (!text.empty()) first.push_back({text, piece.id});
        if (text.size() > prefix.size() && text.starts_with(prefix))
            rest.push_back({text.substr(prefix.size()), piece.id});
    }
    first_ = ByteTrie(std::move(first));
    rest_ = ByteTrie(std::move(rest));
}

void WordPiece::tokenize(std::string_view word, std::vector<std::int32_t>& ids) const {
    const auto is_lead = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; };
    const auto chars = static_cast<std::size_t>(std::count_if(word.begin(), word.end(), is_lead));
    const std::size_t begin = ids.size();
    bool known = chars <= max_chars_;
    for (const ByteTrie* trie = &first_; known && !word.empty(); trie = &rest_) {
        const ByteTrie::Match match = trie->longest(word);
        known = match.length > 0;
        if (!known) break;
        ids.push_back(match.value);
        word.remove_prefix(match.length);
    }
    if (known) return;
    ids.resize(begin);
    ids.push_back(unknown_id_);
}

} // namespace tunedesk::data
