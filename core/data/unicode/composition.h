#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::data::unicode {

/// Whether the text is in its composed form (NFC) for certain: it holds nothing from U+0300 on.
bool is_surely_composed(std::string_view text);

/// A text in its composed form.
struct Composed {
    std::string text;
    /// Of each byte of it the bytes of the original, [begin, end), as `tokenizers` aligns them.
    struct Origin {
        std::uint32_t begin = 0, end = 0;
    };
    std::vector<Origin> origins;
};

/// `text` in NFC; bytes that are not UTF-8 read as U+FFFD. `offset` is added to the origins. A composed
/// character has the origin of the first that it is made of.
Composed composed(std::string_view text, std::size_t offset);

} // namespace tunedesk::data::unicode
