// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/offset_trim.h"

#include "data/unicode/unicode.h"

namespace tunedesk::data {

namespace {

constexpr char32_t byte_level_space = 0x120; ///< the character that represents the byte 0x20

bool is_token_space(char32_t c) {
    return c == byte_level_space || unicode::is_white_space(c);
}

std::size_t leading_spaces(std::string_view token) {
    std::size_t count = 0;
    for (std::size_t position = 0; position < token.size(); ++count)
        if (!is_token_space(unicode::next(token, position))) break;
    return count;
}

std::size_t trailing_spaces(std::string_view token) {
    std::size_t count = 0;
    for (std::size_t position = token.size(); position > 0; ++count)
        if (!is_token_space(unicode::previous(token, position))) break;
    return count;
}

} // namespace

void trim_spans(OffsetTrim trim, std::string_view text, std::span<ByteSpan> spans,
                const std::function<std::string_view(std::size_t)>& token) {
    if (!trim.enabled) return;
    for (std::size_t i = 0; i < spans.size(); ++i) {
        ByteSpan& span = spans[i];
        const std::string_view content = token(i);
        std::size_t leading = leading_spaces(content);
        if (leading == 1 && trim.add_prefix_space && (i == 0 || span.begin == 0)) leading = 0;
        std::size_t begin = span.begin;
        for (; leading > 0 && begin < span.end; --leading)
            unicode::next(text, begin);
        span.begin = static_cast<std::uint32_t>(begin);
        std::size_t end = span.end, trailing = trailing_spaces(content);
        for (; trailing > 0 && end > 0; --trailing)
            unicode::previous(text, end);
        // `tokenizers` does not trim a token with more spaces than precede its end.
        if (trailing == 0 && end < span.end) span.end = std::max(static_cast<std::uint32_t>(end), span.begin);
    }
}

} // namespace tunedesk::data
