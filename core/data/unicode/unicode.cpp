// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/unicode/unicode.h"

#include "data/unicode/exception.h"
#include "data/unicode/normalization_exceptions.h"

#include <algorithm>
#include <utf8proc.h>

namespace tunedesk::data::unicode {

namespace {

utf8proc_category_t category(char32_t code_point) {
    return utf8proc_category(static_cast<utf8proc_int32_t>(code_point));
}

bool is_letter_category(utf8proc_category_t c) {
    return c >= UTF8PROC_CATEGORY_LU && c <= UTF8PROC_CATEGORY_LO;
}

bool is_mark(utf8proc_category_t c) {
    return c >= UTF8PROC_CATEGORY_MN && c <= UTF8PROC_CATEGORY_ME;
}

/// Symbols that Unicode lists as alphabetic: circled and squared letters; and the two joiners.
bool is_alphabetic_symbol(char32_t c) {
    return c == 0x200C || c == 0x200D || (c >= 0x24B6 && c <= 0x24E9) || (c >= 0x1F130 && c <= 0x1F149) ||
           (c >= 0x1F150 && c <= 0x1F169) || (c >= 0x1F170 && c <= 0x1F189);
}

bool is_continuation(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

int decompose_by(utf8proc_option_t options, char32_t code_point, char32_t* out, int limit) {
    utf8proc_int32_t buffer[compatible_limit];
    int boundary = 0;
    const auto count =
        utf8proc_decompose_char(static_cast<utf8proc_int32_t>(code_point), buffer, limit, options, &boundary);
    if (count < 1 || count > limit) return 1;
    std::transform(buffer, buffer + count, out, [](utf8proc_int32_t c) { return static_cast<char32_t>(c); });
    return static_cast<int>(count);
}

} // namespace

char32_t next(std::string_view text, std::size_t& position) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(position);
    const std::size_t start = position++;
    if (lead < 0x80) return lead;
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() - start < length) return replacement;
    char32_t code_point = lead & (0xFFu >> (length + 1));
    for (std::size_t i = start + 1; i < start + length; ++i) {
        if (!is_continuation(text[i])) return replacement;
        code_point = code_point << 6 | (byte(i) & 0x3F);
    }
    const bool overlong = (length == 3 && code_point < 0x800) || (length == 4 && code_point < 0x10000);
    const bool surrogate = code_point >= 0xD800 && code_point < 0xE000;
    if (overlong || surrogate || code_point > 0x10FFFF) return replacement;
    position = start + length;
    return code_point;
}

char32_t previous(std::string_view text, std::size_t& position) {
    std::size_t start = position - 1;
    while (start > 0 && position - start < 4 && is_continuation(text[start]))
        --start;
    std::size_t end = start;
    const char32_t code_point = next(text, end);
    if (end == position) {
        position = start;
        return code_point;
    }
    --position;
    return replacement;
}

void append(std::string& text, char32_t code_point) {
    utf8proc_uint8_t bytes[4];
    const auto count = utf8proc_encode_char(static_cast<utf8proc_int32_t>(code_point), bytes);
    text.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(count));
}

bool is_white_space(char32_t c) {
    return (c >= 9 && c <= 13) || c == 0x20 || c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
           c == 0x3000;
}

bool is_control(char32_t code_point) {
    if (const auto value = exception(exceptions::control, code_point)) return *value != 0;
    const auto c = category(code_point);
    return c == UTF8PROC_CATEGORY_CC || c == UTF8PROC_CATEGORY_CF || c == UTF8PROC_CATEGORY_CO;
}

bool is_punctuation(char32_t code_point) {
    if (code_point < 0x80)
        return (code_point >= 33 && code_point <= 47) || (code_point >= 58 && code_point <= 64) ||
               (code_point >= 91 && code_point <= 96) || (code_point >= 123 && code_point <= 126);
    if (const auto value = exception(exceptions::punctuation, code_point)) return *value != 0;
    const auto c = category(code_point);
    return c >= UTF8PROC_CATEGORY_PC && c <= UTF8PROC_CATEGORY_PO;
}

bool is_nonspacing_mark(char32_t code_point) {
    if (const auto value = exception(exceptions::nonspacing_mark, code_point)) return *value != 0;
    return category(code_point) == UTF8PROC_CATEGORY_MN;
}

bool is_combining_mark(char32_t code_point) {
    if (const auto value = exception(exceptions::combining_mark, code_point)) return *value != 0;
    return is_mark(category(code_point));
}

bool is_letter(char32_t code_point) {
    if (const auto value = exception(exceptions::letter, code_point)) return *value != 0;
    return is_letter_category(category(code_point));
}

bool is_number(char32_t code_point) {
    if (const auto value = exception(exceptions::number, code_point)) return *value != 0;
    const auto c = category(code_point);
    return c >= UTF8PROC_CATEGORY_ND && c <= UTF8PROC_CATEGORY_NO;
}

bool is_word_character(char32_t code_point) {
    if (const auto value = exception(exceptions::word_character, code_point)) return *value != 0;
    const auto c = category(code_point);
    return is_letter_category(c) || is_mark(c) || c == UTF8PROC_CATEGORY_ND || c == UTF8PROC_CATEGORY_NL ||
           c == UTF8PROC_CATEGORY_PC || is_alphabetic_symbol(code_point);
}

bool is_chinese(char32_t c) {
    return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x20000 && c <= 0x2A6DF) ||
           (c >= 0x2A700 && c <= 0x2B73F) || (c >= 0x2B740 && c <= 0x2B81F) ||
           (c >= 0x2B920 && c <= 0x2CEAF) || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x2F800 && c <= 0x2FA1F);
}

int combining_class(char32_t code_point) {
    if (const auto value = exception(exceptions::combining_class, code_point)) return *value;
    return utf8proc_get_property(static_cast<utf8proc_int32_t>(code_point))->combining_class;
}

int decompose(char32_t code_point, char32_t* out) {
    out[0] = code_point;
    if (code_point < 0xC0 || exception(exceptions::decomposition, code_point)) return 1;
    return decompose_by(UTF8PROC_DECOMPOSE, code_point, out, expansion_limit);
}

int decompose_compatible(char32_t code_point, char32_t* out) {
    out[0] = code_point;
    if (code_point < 0xA0 || exception(exceptions::compatible_decomposition, code_point)) return 1;
    constexpr auto options = static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT);
    return decompose_by(options, code_point, out, compatible_limit);
}

int to_lower(char32_t code_point, char32_t* out) {
    // U+0130 is the one code point whose unconditional lower case is two (SpecialCasing.txt).
    if (code_point == 0x130) {
        out[0] = 'i';
        out[1] = 0x307;
        return 2;
    }
    if (const auto distance = exception(exceptions::lower_case, code_point))
        out[0] = code_point + static_cast<char32_t>(*distance);
    else
        out[0] = static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(code_point)));
    return 1;
}

} // namespace tunedesk::data::unicode
