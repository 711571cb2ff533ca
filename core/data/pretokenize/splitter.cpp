// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/pretokenize/splitter.h"

#include "data/unicode/byte_scan.h"
#include "data/unicode/unicode.h"

namespace tunedesk::data {

namespace {

bool is_of(Separator::Class kind, char32_t c) {
    switch (kind) {
    case Separator::Class::digit:
        return unicode::is_number(c);
    case Separator::Class::punctuation:
        return unicode::is_punctuation(c);
    case Separator::Class::white_space:
        break;
    }
    return unicode::is_white_space(c);
}

/// The first character from `from` on for which `holds` is true; an empty range at the end if there is none.
template <typename Holds>
TextRange find_character(std::string_view text, std::size_t from, Holds holds) {
    while (from < text.size()) {
        const std::size_t begin = from;
        if (holds(unicode::next(text, from))) return {begin, from};
    }
    return {text.size(), text.size()};
}

std::optional<TextRange> find_run(std::string_view text, std::size_t from) {
    const TextRange first =
        find_character(text, from, [](char32_t c) { return !unicode::is_white_space(c); });
    if (first.begin == first.end) return std::nullopt;
    std::size_t position = first.begin;
    const bool is_word = unicode::is_word_character(unicode::next(text, position));
    const TextRange behind = find_character(text, position, [&](char32_t c) {
        return is_word ? !unicode::is_word_character(c)
                       : unicode::is_word_character(c) || unicode::is_white_space(c);
    });
    return TextRange{first.begin, behind.begin};
}

} // namespace

std::optional<TextRange> Separator::find(std::string_view text, std::size_t from, MatchBudget& budget) const {
    if (const auto* const characters = std::get_if<Class>(&kind_)) {
        if (*characters == Class::white_space) from = find_not_visible(text, from, text.size());
        const TextRange found = find_character(text, from, [&](char32_t c) { return is_of(*characters, c); });
        return found.begin == found.end ? std::nullopt : std::optional(found);
    }
    if (const auto* const literal = std::get_if<std::string>(&kind_)) {
        const std::size_t found = text.find(*literal, from);
        if (found == std::string_view::npos) return std::nullopt;
        return TextRange{found, found + literal->size()};
    }
    if (std::holds_alternative<WordRuns>(kind_)) return find_run(text, from);
    const auto match = std::get<std::shared_ptr<const RegularExpression>>(kind_)->find(text, from, budget);
    return match ? std::optional(TextRange{match->begin, match->end}) : std::nullopt;
}

} // namespace tunedesk::data
