// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/unicode/composition.h"

#include "data/unicode/unicode.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utf8proc.h>

namespace tunedesk::data::unicode {

namespace {

/// A code point with the number of original code points it replaces, minus one; 1 if decomposition added it.
struct MarkedCharacter {
    char32_t point;
    int combining;
    int change;
};

/// The composition of two code points; std::nullopt if there is none.
std::optional<char32_t> pair_of(char32_t first, char32_t second) {
    std::string both;
    append(both, first);
    append(both, second);
    utf8proc_uint8_t* made = nullptr;
    const auto size = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(both.data()),
                                   static_cast<utf8proc_ssize_t>(both.size()), &made,
                                   static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
    if (size < 0) return std::nullopt;
    const std::string text(reinterpret_cast<const char*>(made), static_cast<std::size_t>(size));
    std::free(made);
    std::size_t position = 0;
    const char32_t point = next(text, position);
    if (position < text.size()) return std::nullopt;
    return point;
}

/// Whether it may be the second of a pair: marks, and the vowels and finals of Hangul.
bool may_follow(const MarkedCharacter& item) {
    if (item.combining > 0) return true;
    if (item.point >= 0x1161 && item.point <= 0x11C2) return true;
    const auto kind = utf8proc_category(static_cast<utf8proc_int32_t>(item.point));
    return kind == UTF8PROC_CATEGORY_MC || kind == UTF8PROC_CATEGORY_MN;
}

/// The decomposition in canonical order.
std::vector<MarkedCharacter> decomposed(std::string_view text, bool is_compatible) {
    std::vector<MarkedCharacter> items;
    items.reserve(text.size());
    for (std::size_t position = 0; position < text.size();) {
        char32_t parts[compatible_limit];
        const char32_t point = next(text, position);
        const int count = is_compatible ? decompose_compatible(point, parts) : decompose(point, parts);
        for (int i = 0; i < count; ++i)
            items.push_back({parts[i], combining_class(parts[i]), i > 0});
    }
    for (auto begin = items.begin(); begin != items.end();) {
        begin =
            std::find_if(begin, items.end(), [](const MarkedCharacter& item) { return item.combining > 0; });
        const auto end =
            std::find_if(begin, items.end(), [](const MarkedCharacter& item) { return item.combining == 0; });
        std::stable_sort(begin, end, [](const MarkedCharacter& a, const MarkedCharacter& b) {
            return a.combining < b.combining;
        });
        begin = end;
    }
    return items;
}

/// Composes the items in place (Unicode, chapter 3.11).
void compose(std::vector<MarkedCharacter>& items) {
    std::size_t count = 0, starter = items.size();
    int last = 0; ///< combining class of the previous item that remains after the starter
    for (const MarkedCharacter item : items) {
        const bool has_starter = starter < count;
        const bool is_next = has_starter && starter + 1 == count;
        if (has_starter && (is_next || (last < item.combining && last > 0)) && may_follow(item))
            if (const auto pair = pair_of(items[starter].point, item.point)) {
                items[starter].point = *pair;
                items[starter].change += item.change - 1;
                continue;
            }
        if (item.combining == 0) starter = count;
        last = item.combining;
        items[count++] = item;
    }
    items.resize(count);
}

} // namespace

bool is_surely_composed(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0xCC; });
}

std::vector<Change> normalized(std::string_view text, NormalForm form) {
    std::vector<MarkedCharacter> items =
        decomposed(text, form == NormalForm::nfkc || form == NormalForm::nfkd);
    if (form == NormalForm::nfc || form == NormalForm::nfkc) compose(items);
    std::vector<Change> changes;
    changes.reserve(items.size());
    for (const MarkedCharacter& item : items)
        changes.push_back({item.point, item.change});
    return changes;
}

Composed composed(std::string_view text, std::size_t offset) {
    std::vector<Composed::Origin> originals;
    originals.reserve(text.size());
    for (std::size_t position = 0; position < text.size();) {
        const std::size_t begin = position;
        (void)next(text, position);
        originals.push_back(
            {static_cast<std::uint32_t>(offset + begin), static_cast<std::uint32_t>(offset + position)});
    }
    Composed result;
    result.text.reserve(text.size());
    result.origins.reserve(text.size());
    std::ptrdiff_t at = -1; // index of the original
    for (const Change& item : normalized(text, NormalForm::nfc)) {
        if (item.change <= 0) ++at;
        const auto last = static_cast<std::ptrdiff_t>(originals.size()) - 1;
        append(result.text, item.point);
        result.origins.resize(result.text.size(),
                              originals[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at, 0, last))]);
        if (item.change < 0) at -= item.change;
    }
    return result;
}

} // namespace tunedesk::data::unicode
