// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/normal/normal_step.h"

#include "base/error.h"
#include "base/text.h"
#include "base/utf8.h"
#include "data/unicode/byte_scan.h"
#include "data/unicode/unicode.h"

#include <algorithm>
#include <array>

namespace tunedesk::data {

namespace {

bool is_ascii_byte(char byte) {
    return static_cast<unsigned char>(byte) < 0x80;
}

bool is_ascii(std::string_view text) {
    return ascii_end(text, 0) == text.size();
}

void take_step(const TextStep& step, AlignedText& text) {
    text.apply(step);
}

void take_step(const normal::Strip& step, AlignedText& text) {
    const std::string_view whole = text.text();
    std::size_t begin = 0, end = whole.size();
    for (std::size_t position = 0; step.left && position < end; begin = position)
        if (!unicode::is_white_space(unicode::next(whole, position))) break;
    for (std::size_t position = end; step.right && position > begin; end = position)
        if (!unicode::is_white_space(unicode::previous(whole, position))) break;
    if (begin > 0 || end < whole.size()) text.keep(begin, end);
}

void take_step(normal::Lowercase, AlignedText& text) {
    const std::string_view whole = text.text();
    TextRewrite out = text.rewrite();
    for (std::size_t position = 0; position < whole.size();) {
        if (const std::size_t end = ascii_end(whole, position); end > position) {
            out.add_ascii(ascii_lower(whole.substr(position, end - position)));
            position = end;
            continue;
        }
        char32_t lower[unicode::expansion_limit];
        const int count = unicode::to_lower(unicode::next(whole, position), lower);
        for (int i = 0; i < count; ++i)
            out.add(lower[i], i > 0);
    }
    text.take(std::move(out));
}

/// Rewrites each character of a text by the result of change(character), or removes it.
template <typename Change>
void rewrite_each(AlignedText& text, Change change) {
    static const std::array<bool, 256> stays = [&] {
        std::array<bool, 256> ascii{};
        for (char32_t c = 0; c < 128; ++c)
            ascii[c] = change(c) == c;
        return ascii;
    }();
    const std::string_view whole = text.text();
    TextRewrite out = text.rewrite();
    for (std::size_t position = 0; position < whole.size();) {
        const std::size_t begin = position;
        while (position < whole.size() && stays[static_cast<unsigned char>(whole[position])])
            ++position;
        out.keep(whole.substr(begin, position - begin));
        if (position == whole.size()) break;
        const std::size_t other = position;
        const char32_t point = unicode::next(whole, position);
        const std::optional<char32_t> changed = change(point);
        if (!changed)
            out.remove();
        else if (*changed == point)
            out.keep(whole.substr(other, position - other));
        else
            out.add(*changed, 0);
    }
    text.take(std::move(out));
}

void take_step(normal::StripAccents, AlignedText& text) {
    if (is_ascii(text.text())) return;
    rewrite_each(text, [](char32_t point) {
        return point >= 0x300 && unicode::is_combining_mark(point) ? std::nullopt : std::optional(point);
    });
}

void take_step(normal::Nmt, AlignedText& text) {
    rewrite_each(text, [](char32_t c) -> std::optional<char32_t> {
        if ((c >= 1 && c <= 8) || c == 0xB || (c >= 0xE && c <= 0x1F) || c == 0x7F || c == 0x8F || c == 0x9F)
            return std::nullopt;
        const bool is_space = c == 9 || c == 0xA || c == 0xC || c == 0xD || c == 0x1680 ||
                              (c >= 0x200B && c <= 0x200F) || c == 0x2028 || c == 0x2029 || c == 0x2581 ||
                              c == 0xFEFF || c == unicode::replacement;
        return is_space ? U' ' : c;
    });
}

void take_step(const normal::SpaceRuns& step, AlignedText& text) {
    text.replace_matches(
        [&](std::size_t from) -> std::optional<ByteSpan> {
            const std::string& whole = text.text();
            const std::size_t begin = find_two_spaces(whole, from);
            if (begin == whole.size()) return std::nullopt;
            const std::size_t end = std::min(whole.find_first_not_of(' ', begin), whole.size());
            return ByteSpan{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
        },
        step.content);
}

void take_step(const normal::ReplaceExpression& step, AlignedText& text) {
    MatchBudget budget(text.text().size());
    text.replace_matches(
        [&](std::size_t from) -> std::optional<ByteSpan> {
            const auto match = step.expression->find(text.text(), from, budget);
            if (!match) return std::nullopt;
            if (match->begin == match->end)
                throw Error(ErrorId::tokenizer_unsupported,
                            {"a normalizer that puts a text where a regular expression matches nothing"},
                            "normalizer");
            return ByteSpan{static_cast<std::uint32_t>(match->begin), static_cast<std::uint32_t>(match->end)};
        },
        step.content);
}

/// ASCII followed by ASCII is unchanged in every form, so that only the surroundings of other characters are
/// examined.
void take_step(unicode::NormalForm form, AlignedText& text) {
    const std::string_view whole = text.text();
    if (is_ascii(whole)) return;
    TextRewrite out = text.rewrite();
    for (std::size_t position = 0; position < whole.size();) {
        const std::size_t found = ascii_end(whole, position);
        const std::size_t begin = found < whole.size() && found > position ? found - 1 : found;
        out.keep(whole.substr(position, begin - position));
        const auto* const behind = std::find_if(whole.begin() + found, whole.end(), is_ascii_byte);
        position = static_cast<std::size_t>(behind - whole.begin());
        out.add(unicode::normalized(whole.substr(begin, position - begin), form));
    }
    text.take(std::move(out));
}

void take_step(const std::shared_ptr<const Charsmap>& map, AlignedText& text) {
    TextRewrite out = text.rewrite();
    map->apply(text.text(), out);
    text.take(std::move(out));
}

/// Whether a text that begins with this character, followed by ASCII, still begins with its result after the
/// step.
struct KeepsBegin {
    char begin, lower;

    bool operator()(const TextStep& step) const {
        return !step.pattern.empty() && step.pattern[0] != begin && step.pattern[0] != lower;
    }
    bool operator()(const normal::ReplaceExpression&) const { return false; }
    bool operator()(const std::shared_ptr<const Charsmap>& map) const {
        return !map->shortest({&begin, 1}) && !map->shortest({&lower, 1});
    }
    bool operator()(const auto&) const { return true; }
};

} // namespace

NormalSteps::NormalSteps(std::vector<NormalStep> steps) : steps_(std::move(steps)) {
    for (char c = '!'; c <= '~'; ++c) {
        const KeepsBegin keeps{c, c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c};
        kept_begins_[static_cast<std::size_t>(c)] =
            std::ranges::all_of(steps_, [&](const NormalStep& step) { return std::visit(keeps, step); });
    }
}

void NormalSteps::apply(AlignedText& text) const {
    for (const NormalStep& step : steps_)
        std::visit([&](const auto& chosen) { take_step(chosen, text); }, step);
}

bool NormalSteps::surely_keep_begin(std::string_view text) const {
    if (steps_.empty()) return true;
    if (text.empty() || !is_ascii_byte(text[0]) || !kept_begins_[static_cast<std::size_t>(text[0])])
        return false;
    return text.size() == 1 || is_ascii_byte(text[1]);
}

} // namespace tunedesk::data
