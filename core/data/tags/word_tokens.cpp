// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tags/word_tokens.h"

#include <algorithm>

namespace tunedesk::data {

namespace {

/// Truncates to `room` tokens at one end.
void cut_tokens(WordTokens& tokens, std::size_t room, bool cut_left) {
    tokens.is_cut = tokens.ids.size() > room;
    if (!tokens.is_cut) return;
    const auto keep = [&](std::vector<std::int32_t>& list) {
        if (cut_left) list.erase(list.begin(), list.end() - static_cast<std::ptrdiff_t>(room));
        list.resize(room);
    };
    keep(tokens.ids);
    keep(tokens.words);
}

/// Calls visit(token, word) for the first token of each word.
template <class Visit>
void for_each_first_token(std::span<const std::int32_t> token_words, Visit visit) {
    std::int32_t before = outside_words;
    for (std::size_t i = 0; i < token_words.size(); ++i) {
        if (token_words[i] != outside_words && token_words[i] != before)
            visit(i, static_cast<std::size_t>(token_words[i]));
        before = token_words[i];
    }
}

} // namespace

WordTokens encode_words(const Tokenizer& tokenizer, std::string_view text, std::span<const ByteSpan> words,
                        std::size_t max_length, bool truncate_left) {
    const RowFrame frame = tokenizer.row_frame();
    const std::size_t specials = frame.before.size() + frame.behind.size();
    const std::size_t room = max_length > specials ? max_length - specials : 0;
    WordTokens tokens;
    for (std::size_t i = 0; i < words.size() && (truncate_left || tokens.ids.size() <= room); ++i) {
        tokenizer.encode_word(text.substr(words[i].begin, words[i].end - words[i].begin), tokens.ids);
        tokens.words.resize(tokens.ids.size(), static_cast<std::int32_t>(i));
    }
    cut_tokens(tokens, room, truncate_left);
    tokens.hidden_words = words.size();
    for_each_first_token(tokens.words, [&](std::size_t, std::size_t) { --tokens.hidden_words; });
    tokens.type_one = frame.type_one + (frame.text_type == 1 ? tokens.ids.size() : 0);
    tokens.ids.insert(tokens.ids.begin(), frame.before.begin(), frame.before.end());
    tokens.ids.insert(tokens.ids.end(), frame.behind.begin(), frame.behind.end());
    tokens.words.insert(tokens.words.begin(), frame.before.size(), outside_words);
    tokens.words.resize(tokens.ids.size(), outside_words);
    return tokens;
}

std::vector<std::int32_t> align_tags(std::span<const std::int32_t> token_words,
                                     std::span<const std::int32_t> word_tags) {
    std::vector<std::int32_t> labels(token_words.size(), ignored_label);
    for_each_first_token(token_words,
                         [&](std::size_t token, std::size_t word) { labels[token] = word_tags[word]; });
    return labels;
}

std::vector<std::int32_t> first_of_words(std::span<const std::int32_t> token_words,
                                         std::span<const std::int32_t> token_values, std::size_t words,
                                         std::int32_t otherwise) {
    std::vector<std::int32_t> values(words, otherwise);
    for_each_first_token(token_words,
                         [&](std::size_t token, std::size_t word) { values[word] = token_values[token]; });
    return values;
}

} // namespace tunedesk::data
