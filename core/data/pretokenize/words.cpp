// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/pretokenize/words.h"

#include "data/unicode/unicode.h"

#include <utility>

namespace tunedesk::data {

Words::Words(std::string_view text, std::span<const Splitter> splitters)
    : text_(text), splitters_(splitters), levels_(splitters.size()), budget_(text.size()) {
    if (!levels_.empty()) levels_[0].piece = {0, text.size()};
}

bool Words::next(TextRange& word) {
    if (levels_.empty()) {
        word = {0, text_.size()};
        return !std::exchange(is_given_, true) && !text_.empty();
    }
    const std::size_t last = levels_.size() - 1;
    for (std::size_t index = last;;) {
        if (split(index, word)) {
            if (index == last) return true;
            levels_[++index] = Level{};
            levels_[index].piece = word;
        } else if (index-- == 0) {
            return false;
        }
    }
}

bool Words::split(std::size_t index, TextRange& word) {
    Level& level = levels_[index];
    if (const auto* const pattern = std::get_if<WordPattern>(&splitters_[index])) {
        if (level.piece.begin == level.piece.end) return false;
        const std::size_t end = word_end(*pattern, text_.substr(0, level.piece.end), level.piece.begin);
        word = {std::exchange(level.piece.begin, end), end};
        return true;
    }
    const std::size_t begin = level.piece.begin;
    do
        if (!next_by_rule(std::get<SplitRule>(splitters_[index]), level, word)) return false;
    while (word.begin == word.end);
    word.begin += begin;
    word.end += begin;
    return true;
}

bool Words::next_part(const SplitRule& rule, Level& level, Part& part) {
    if (level.behind_gap) {
        part = *std::exchange(level.behind_gap, std::nullopt);
        return true;
    }
    const std::size_t size = level.piece.end - level.piece.begin;
    const std::string_view text = text_.substr(level.piece.begin, size);
    while (level.search <= size) {
        const auto match = rule.separator.find(text, level.search, budget_);
        if (!match) break;
        if (match->begin == match->end && level.has_matched && level.matched == match->end) {
            if (level.search == size) break;
            unicode::next(text, level.search);
            continue;
        }
        level.has_matched = true;
        level.search = level.matched = match->end;
        const Part found{*match, !rule.is_inverted};
        const TextRange gap{std::exchange(level.parted, match->end), match->begin};
        part = found;
        if (gap.begin < gap.end) {
            part = {gap, rule.is_inverted};
            level.behind_gap = found;
        }
        return true;
    }
    level.search = size + 1;
    part = {{std::exchange(level.parted, size), size}, rule.is_inverted};
    return part.range.begin < size;
}

bool Words::next_by_rule(const SplitRule& rule, Level& level, TextRange& word) {
    for (Part part; next_part(rule, level, part);) {
        const bool before_matched = std::exchange(level.before_matched, part.is_match);
        bool joins = false, waits = true;
        switch (rule.behavior) {
        case SplitBehavior::isolated:
        case SplitBehavior::removed:
            if (part.is_match && rule.behavior == SplitBehavior::removed) continue;
            waits = false;
            break;
        case SplitBehavior::merged_with_previous:
            joins = part.is_match && !before_matched;
            break;
        case SplitBehavior::contiguous:
            joins = part.is_match == before_matched;
            break;
        case SplitBehavior::merged_with_next: // only a match is held back for the next part
            if (level.merging && !part.is_match) {
                word = {std::exchange(level.merging, std::nullopt)->begin, part.range.end};
                return true;
            }
            waits = part.is_match;
        }
        if (!waits) {
            word = part.range;
            return true;
        }
        if (level.merging && joins) {
            level.merging->end = part.range.end;
            continue;
        }
        const auto before = std::exchange(level.merging, part.range);
        if (!before) continue;
        word = *before;
        return true;
    }
    if (!level.merging) return false;
    word = *std::exchange(level.merging, std::nullopt);
    return true;
}

} // namespace tunedesk::data
