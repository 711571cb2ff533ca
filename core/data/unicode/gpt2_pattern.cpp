#include "data/unicode/gpt2_pattern.h"

#include "data/unicode/unicode.h"

#include <array>

namespace tunedesk::data {

namespace {

enum class CharacterKind : unsigned char { space, letter, number, other };

constexpr auto ascii_kinds = [] {
    std::array<CharacterKind, 128> kinds{};
    for (unsigned c = 0; c < 128; ++c) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        const bool space = c == ' ' || (c >= 9 && c <= 13);
        kinds[c] = letter                 ? CharacterKind::letter
                   : c >= '0' && c <= '9' ? CharacterKind::number
                   : space                ? CharacterKind::space
                                          : CharacterKind::other;
    }
    return kinds;
}();

/// The kind of the character at `position`, which moves past it.
CharacterKind next_kind(std::string_view text, std::size_t& position) {
    if (const auto byte = static_cast<unsigned char>(text[position]); byte < 0x80) {
        ++position;
        return ascii_kinds[byte];
    }
    const char32_t c = unicode::next(text, position);
    return unicode::is_letter(c)        ? CharacterKind::letter
           : unicode::is_number(c)      ? CharacterKind::number
           : unicode::is_white_space(c) ? CharacterKind::space
                                        : CharacterKind::other;
}

/// How many bytes 's, 't, 're, 've, 'm, 'll or 'd take at `position`; 0: none is there.
std::size_t contraction_at(std::string_view text, std::size_t position) {
    if (text[position] != '\'' || position + 1 == text.size()) return 0;
    switch (text[position + 1]) {
    case 's':
    case 't':
    case 'm':
    case 'd':
        return 2;
    case 'r':
    case 'v':
        return text.substr(position + 2).starts_with('e') ? 3 : 0;
    case 'l':
        return text.substr(position + 2).starts_with('l') ? 3 : 0;
    default:
        return 0;
    }
}

} // namespace

std::size_t gpt2_word_end(std::string_view text, std::size_t position) {
    if (const std::size_t size = contraction_at(text, position)) return position + size;
    std::size_t end = position;
    CharacterKind kind = next_kind(text, end);
    if (text[position] == ' ' && end < text.size()) {
        std::size_t after = end;
        if (const CharacterKind beside = next_kind(text, after); beside != CharacterKind::space) {
            kind = beside;
            end = after;
        }
    }
    std::size_t last = position; // where the last character begins
    while (end < text.size()) {
        std::size_t after = end;
        if (next_kind(text, after) != kind) {
            // The space before a word belongs to the word; of other white space the last is a word of its
            // own.
            return kind == CharacterKind::space && last > position ? last : end;
        }
        last = end;
        end = after;
    }
    return end;
}

} // namespace tunedesk::data
