// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/normal/aligned_text.h"

#include "base/error.h"
#include "base/text.h"
#include "data/unicode/unicode.h"

#include <algorithm>

namespace tunedesk::data {

AlignedText::AlignedText(std::string_view original, std::size_t offset, bool is_aligned)
    : is_aligned_(is_aligned), most_bytes_(16 * original.size() + (64u << 10)) {
    if (!is_aligned && !find_invalid_utf8(original)) {
        text_ = original;
        return;
    }
    text_.reserve(original.size() + original.size() / 2);
    for (std::size_t position = 0; position < original.size();) {
        const std::size_t begin = position;
        unicode::append(text_, unicode::next(original, position));
        if (is_aligned)
            origins_.resize(text_.size(), {static_cast<std::uint32_t>(offset + begin),
                                           static_cast<std::uint32_t>(offset + position)});
    }
}

AlignedText::AlignedText(const AlignedText& whole, std::size_t begin, std::size_t end)
    : text_(whole.text_, begin, end - begin), is_aligned_(whole.is_aligned_), most_bytes_(whole.most_bytes_) {
    if (is_aligned_)
        origins_.assign(whole.origins_.begin() + static_cast<std::ptrdiff_t>(begin),
                        whole.origins_.begin() + static_cast<std::ptrdiff_t>(end));
}

void AlignedText::apply(const TextStep& step) {
    step.pattern.empty() ? prepend(step.content) : replace(step.pattern, step.content);
}

void AlignedText::prepend(std::string_view prefix) {
    if (text_.empty()) return;
    if (is_aligned_) origins_.insert(origins_.begin(), prefix.size(), ByteSpan(origins_.front()));
    text_.insert(0, prefix);
}

void AlignedText::replace(std::string_view pattern, std::string_view content) {
    replace_matches(
        [&](std::size_t from) -> std::optional<ByteSpan> {
            const std::size_t found = text_.find(pattern, from);
            if (found == std::string::npos) return std::nullopt;
            return ByteSpan{static_cast<std::uint32_t>(found),
                            static_cast<std::uint32_t>(found + pattern.size())};
        },
        content);
}

void AlignedText::replace_matches(const FindMatch& find, std::string_view content) {
    std::optional<ByteSpan> match = find(0);
    if (!match) return;
    std::string text;
    std::vector<ByteSpan> origins;
    text.reserve(text_.size() + text_.size() / 2);
    std::size_t from = 0;
    const auto copy_until = [&](std::size_t end) {
        text.append(text_, from, end - from);
        if (is_aligned_)
            origins.insert(origins.end(), origins_.begin() + static_cast<std::ptrdiff_t>(from),
                           origins_.begin() + static_cast<std::ptrdiff_t>(end));
    };
    for (; match; match = find(from)) {
        copy_until(match->begin);
        from = match->end;
        text += content;
        if (text.size() > most_bytes_)
            throw Error(ErrorId::tokenizer_damaged, {"its replacements lengthen a text more than 16 times"},
                        "normalizer");
        if (is_aligned_) origins.resize(text.size(), origins_[from - 1]);
    }
    copy_until(text_.size());
    text_ = std::move(text);
    origins_ = std::move(origins);
}

void AlignedText::keep(std::size_t begin, std::size_t end) {
    text_.erase(end).erase(0, begin);
    if (!is_aligned_) return;
    origins_.resize(end);
    origins_.erase(origins_.begin(), origins_.begin() + static_cast<std::ptrdiff_t>(begin));
}

void AlignedText::take(TextRewrite rewrite) {
    if (!rewrite.is_changed()) return;
    if (is_aligned_) {
        std::vector<ByteSpan> origins;
        std::size_t at = 0; // the next character of the old text
        const auto pass = [&](std::ptrdiff_t characters) {
            for (; characters > 0 && at < text_.size(); --characters)
                unicode::next(text_, at);
        };
        pass(static_cast<std::ptrdiff_t>(rewrite.removed_first()));
        std::size_t position = 0;
        for (const unicode::Change& change : rewrite.changes()) {
            const std::size_t source = change.change > 0 ? std::max<std::size_t>(at, 1) - 1 : at;
            const ByteSpan origin = origins_[std::min(source, origins_.size() - 1)];
            if (change.change <= 0) pass(1 - change.change);
            unicode::next(rewrite.text(), position);
            origins.resize(position, origin);
        }
        origins_ = std::move(origins);
    }
    text_ = std::move(rewrite.text());
}

} // namespace tunedesk::data
