// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/terminal_text.h"

#include "base/text.h"
#include "base/utf8.h"

#include <fmt/format.h>
#include <iterator>

namespace tunedesk {

namespace {

/// The code point of a well-formed sequence of one to three bytes.
unsigned code_point(std::string_view sequence) {
    const auto bits = [&](std::size_t k, unsigned mask) {
        return static_cast<unsigned char>(sequence[k]) & mask;
    };
    switch (sequence.size()) {
    case 1:
        return bits(0, 0x7F);
    case 2:
        return bits(0, 0x1F) << 6 | bits(1, 0x3F);
    default:
        return bits(0, 0x0F) << 12 | bits(1, 0x3F) << 6 | bits(2, 0x3F);
    }
}

bool is_unsafe(unsigned point) {
    return point < 0x20 || (point >= 0x7F && point <= 0x9F) || point == 0x61C || point == 0x200E ||
           point == 0x200F || (point >= 0x2028 && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
}

/// The text with replace(point) in place of each unsafe character.
template <class Replace>
std::string replaced(std::string_view text, Replace replace) {
    std::string out;
    out.reserve(text.size());
    std::size_t copied = 0, i = 0;
    while (i < text.size()) {
        const UnsafeCharacter found = unsafe_at(text, i);
        if (found.length == 0) {
            i += utf8_sequence_length(text, i);
            continue;
        }
        out.append(text, copied, i - copied);
        replace(out, found.point);
        copied = i += found.length;
    }
    return out.append(text, copied);
}

} // namespace

UnsafeCharacter unsafe_at(std::string_view text, std::size_t i) {
    const std::size_t length = utf8_sequence_length(text, i);
    if (length == 0) return {1, 0xFFFD};
    if (length == 4) return {}; // no unsafe one is that long
    const unsigned point = code_point(text.substr(i, length));
    return is_unsafe(point) ? UnsafeCharacter{length, point} : UnsafeCharacter{};
}

bool is_harmless(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); i += utf8_sequence_length(text, i))
        if (unsafe_at(text, i).length > 0) return false;
    return true;
}

bool has_control(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte < 0x20 || byte == 0x7F) return true;
        if (byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0)
            return true;
    }
    return false;
}

std::string harmless(std::string text) {
    return replaced(text, [](std::string& out, unsigned point) { out += point == 0xFFFD ? '?' : ' '; });
}

std::string harmless_lines(std::string_view text) {
    return replaced(text, [](std::string& out, unsigned point) {
        const bool stays = point == '\n' || point == '\t';
        out += stays ? static_cast<char>(point) : point == 0xFFFD ? '?' : ' ';
    });
}

std::string harmless_json(std::string_view json) {
    return replaced(json, [](std::string& out, unsigned point) {
        // Outside its texts; inside they would not be JSON.
        if (point == '\n' || point == '\t')
            out += static_cast<char>(point);
        else
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", point);
    });
}

} // namespace tunedesk
