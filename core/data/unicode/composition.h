// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::data::unicode {

/// Whether the text is certainly in composed form (NFC): it has no code point from U+0300 on.
bool is_surely_composed(std::string_view text);

enum class NormalForm { nfc, nfd, nfkc, nfkd };

/// A code point of a changed text. `change` is 0 if it replaces one old code point, -n if it replaces n more,
/// 1 if it is inserted after the previous one.
struct Change {
    char32_t point;
    int change;
};

/// The text in this normal form with changes as `tokenizers` counts them; invalid UTF-8 bytes are read as
/// U+FFFD.
std::vector<Change> normalized(std::string_view text, NormalForm form);

/// A text in its composed form.
struct Composed {
    std::string text;
    /// For each byte the bytes [begin, end) of the original, aligned as in `tokenizers`.
    struct Origin {
        std::uint32_t begin = 0, end = 0;
    };
    std::vector<Origin> origins;
};

/// `text` in NFC; invalid UTF-8 bytes are read as U+FFFD. `offset` is added to the origins. A composed
/// character has the origin of its first component.
Composed composed(std::string_view text, std::size_t offset);

} // namespace tunedesk::data::unicode
