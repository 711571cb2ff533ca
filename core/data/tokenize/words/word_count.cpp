// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/words/word_count.h"

#include "data/tokenize/tokenizer_vocabulary.h"
#include "data/tokenize/words/word_level_file.h"
#include "data/tokenize/words/word_level_model.h"

#include <algorithm>

namespace tunedesk::data {

void WordCount::add(std::string_view text) {
    for_each_word(word_level_form(text, settings_), [&](std::string_view word) {
        const auto found = counts_.find(word);
        if (found == counts_.end())
            counts_.emplace(word, 1);
        else
            ++found->second;
    });
}

std::vector<std::string> WordCount::by_frequency() const {
    std::vector<std::pair<std::string_view, std::uint64_t>> sorted;
    sorted.reserve(counts_.size());
    for (const auto& [word, count] : counts_)
        if (word != unknown_word && word.size() <= Vocabulary::token_limit) sorted.emplace_back(word, count);
    std::ranges::sort(sorted, [](const auto& a, const auto& b) {
        return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    std::vector<std::string> words{unknown_word};
    words.reserve(sorted.size() + 1);
    std::size_t bytes = words.front().size();
    for (const auto& [word, count] : sorted) {
        bytes += word.size();
        if (bytes > Vocabulary::total_limit || words.size() == Vocabulary::id_limit) break;
        words.emplace_back(word);
    }
    return words;
}

} // namespace tunedesk::data
