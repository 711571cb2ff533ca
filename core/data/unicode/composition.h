// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::data::unicode {

/// Whether the text is in its composed form (NFC) for certain: it holds nothing from U+0300 on.
bool is_surely_composed(std::string_view text);

enum class NormalForm { nfc, nfd, nfkc, nfkd };

/// A code point of a changed text. `change` is 0 where it stands for one of the old text's, -n where it
/// stands for n more, 1 where it is added behind the one before it.
struct Change {
    char32_t point;
    int change;
};

/// What the text is in this form, as `tokenizers` counts changes; bytes that are not UTF-8 read as U+FFFD.
std::vector<Change> normalized(std::string_view text, NormalForm form);

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
