// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/files/shown.h"

#include "base/terminal_text.h"
#include "base/utf8.h"

#include <fmt/format.h>

namespace tunedesk::data {

std::string shown(std::string_view text) {
    constexpr std::size_t limit = 60;
    const bool cut = text.size() > limit;
    if (cut) {
        std::size_t end = limit;
        while (end > limit - 4 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
            --end;
        text = text.substr(0, end);
    }
    std::string out = "\"";
    for (std::size_t i = 0; i < text.size();) {
        const UnsafeCharacter unsafe = unsafe_at(text, i);
        const std::size_t length = unsafe.length > 0 ? unsafe.length : utf8_sequence_length(text, i);
        if (unsafe.length == 0)
            out += text.substr(i, length);
        else if (unsafe.point >= 0x100 && unsafe.point != 0xFFFD)
            out += fmt::format("\\u{:04x}", unsafe.point);
        else
            out += fmt::format("\\x{:02x}", length == 1 ? static_cast<unsigned char>(text[i]) : unsafe.point);
        i += length;
    }
    return out + (cut ? "...\"" : "\"");
}

} // namespace tunedesk::data
