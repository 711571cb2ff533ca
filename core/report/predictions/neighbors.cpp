// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/predictions/neighbors.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

namespace tunedesk::report {

namespace {

constexpr std::size_t most_common = 1000, most_words_of_row = 64;
constexpr double doubt = 0.5; // weighs against few or distant neighbors

/// A row's words as numbers of the vocabulary, each once, ascending.
using WordSet = std::vector<std::uint32_t>;

/// Numbers words and pairs of words, and counts the rows that have them.
class Vocabulary {
public:
    WordSet add(std::string_view text) {
        WordSet words;
        std::string_view before;
        for (std::size_t at = 0; at < text.size();) {
            const std::string_view word = next_word(text, at);
            if (word.empty()) continue;
            words.push_back(number_of(std::string(word)));
            if (!before.empty()) words.push_back(number_of(std::string(before) + ' ' + std::string(word)));
            before = word;
        }
        std::ranges::sort(words);
        words.erase(std::unique(words.begin(), words.end()), words.end());
        for (const std::uint32_t word : words)
            ++rows_[word];
        return words;
    }
    std::size_t size() const { return rows_.size(); }
    std::uint32_t rows_with(std::uint32_t word) const { return rows_[word]; }

private:
    /// Moves `at` behind the word; empty at a blank. Characters of Chinese, Japanese and Korean, which write
    /// no blanks, are words by themselves.
    static std::string_view next_word(std::string_view text, std::size_t& at) {
        const auto is_wide = [&](std::size_t i) { return static_cast<unsigned char>(text[i]) >= 0xE3; };
        const auto is_continuation = [&](std::size_t i) {
            return (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80;
        };
        const std::size_t begin = at++;
        if (text[begin] == ' ') return {};
        if (is_wide(begin))
            while (at < text.size() && is_continuation(at))
                ++at;
        else
            while (at < text.size() && text[at] != ' ' && !is_wide(at))
                ++at;
        return text.substr(begin, at - begin);
    }
    std::uint32_t number_of(std::string word) {
        const auto [found, added] =
            numbers_.try_emplace(std::move(word), static_cast<std::uint32_t>(rows_.size()));
        if (added) rows_.push_back(0);
        return found->second;
    }

    std::unordered_map<std::string, std::uint32_t> numbers_;
    std::vector<std::uint32_t> rows_; ///< of each word
};

struct WeighedRow {
    std::uint32_t row = 0;
    float weight = 0;
};

/// Rows as unit vectors of weighed words, those of each word together.
class WordIndex {
public:
    WordIndex(std::vector<WordSet> rows, const Vocabulary& words) : rows_(std::move(rows)) {
        postings_.resize(words.size());
        weights_.resize(words.size());
        for (std::uint32_t i = 0; i < words.size(); ++i)
            weights_[i] =
                static_cast<float>(std::log(static_cast<double>(rows_.size()) / words.rows_with(i)));
        for (std::uint32_t row = 0; row < rows_.size(); ++row)
            add(row, words);
    }

    /// Adds the similarity of each other row to `similarity`, and lists those that have any.
    void find(std::uint32_t row, std::vector<float>& similarity, std::vector<std::uint32_t>& found) const {
        for (const std::uint32_t word : rows_[row]) {
            const float own = weights_[word] / lengths_[row];
            for (const WeighedRow& other : postings_[word]) {
                if (other.row == row) continue;
                if (similarity[other.row] == 0) found.push_back(other.row);
                similarity[other.row] += own * other.weight;
            }
        }
    }

private:
    /// The length is that of all words: rows that share little are not near for lack of rarer words.
    void add(std::uint32_t row, const Vocabulary& words) {
        WordSet& set = rows_[row];
        double squares = 0;
        for (const std::uint32_t word : set)
            squares += static_cast<double>(weights_[word]) * weights_[word];
        lengths_.push_back(squares > 0 ? static_cast<float>(std::sqrt(squares)) : 1);
        std::erase_if(set, [&](std::uint32_t word) {
            return words.rows_with(word) < 2 || words.rows_with(word) > most_common || weights_[word] <= 0;
        });
        std::ranges::stable_sort(set, {}, [&](std::uint32_t word) { return words.rows_with(word); });
        if (set.size() > most_words_of_row) set.resize(most_words_of_row);
        for (const std::uint32_t word : set)
            postings_[word].push_back({row, weights_[word] / lengths_[row]});
    }

    std::vector<WordSet> rows_;
    std::vector<float> weights_, lengths_;
    std::vector<std::vector<WeighedRow>> postings_; ///< of each word
};

NeighborVote vote(std::span<const std::uint32_t> near, std::span<const float> similarity,
                  std::span<const std::int32_t> labels, std::int32_t own_label) {
    NeighborVote result;
    double own = 0, others = 0;
    std::unordered_map<std::int32_t, double> weights;
    for (const std::uint32_t row : near) {
        ++result.count;
        if (labels[row] == own_label) {
            own += similarity[row];
            continue;
        }
        ++result.others;
        others += similarity[row];
        const double weight = weights[labels[row]] += similarity[row];
        if (result.label < 0 || weight > weights[result.label]) result.label = labels[row];
    }
    result.against = static_cast<float>((others - own) / (others + own + doubt));
    return result;
}

} // namespace

std::vector<NeighborVote> neighbor_votes(std::span<const std::string> texts,
                                         std::span<const std::int32_t> labels) {
    std::vector<NeighborVote> votes(texts.size());
    if (texts.size() > most_neighbor_rows) return votes;
    Vocabulary words;
    std::vector<WordSet> sets;
    sets.reserve(texts.size());
    for (const std::string& text : texts)
        sets.push_back(words.add(text));
    const WordIndex index(std::move(sets), words);
    std::vector<float> similarity(texts.size());
    std::vector<std::uint32_t> found, near;
    for (std::uint32_t row = 0; row < texts.size(); ++row) {
        found.clear();
        if (labels[row] >= 0) index.find(row, similarity, found);
        near = found;
        std::erase_if(near,
                      [&](std::uint32_t other) { return labels[other] < 0 || texts[other] == texts[row]; });
        const auto nearer = [&](std::uint32_t a, std::uint32_t b) {
            return similarity[a] != similarity[b] ? similarity[a] > similarity[b] : a < b;
        };
        const std::size_t kept = std::min(near.size(), most_neighbors);
        std::ranges::partial_sort(near, near.begin() + static_cast<std::ptrdiff_t>(kept), nearer);
        if (kept > 0) votes[row] = vote(std::span(near).first(kept), similarity, labels, labels[row]);
        for (const std::uint32_t other : found)
            similarity[other] = 0;
    }
    return votes;
}

} // namespace tunedesk::report
