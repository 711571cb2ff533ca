#include "data/shown.h"

#include "base/text.h"

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
    const bool valid = !find_invalid_utf8(text);
    std::string out = "\"";
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        // C1 controls are 0xC2 0x80..0x9F in UTF-8.
        const bool c1 = byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0;
        if (byte < 0x20 || byte == 0x7F || (byte >= 0x80 && !valid))
            out += fmt::format("\\x{:02x}", byte);
        else if (c1)
            out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[++i]));
        else
            out += text[i];
    }
    return out + (cut ? "...\"" : "\"");
}

} // namespace tunedesk::data
