// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/unicode/word_patterns.h"

#include "data/unicode/unicode.h"

#include <algorithm>
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

/// Returns the kind of the character at `position` and advances it.
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

/// The length in bytes of 's, 't, 're, 've, 'm, 'll or 'd at `position`; 0 if there is none.
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

/// The same ignoring case; the long s counts as s.
std::size_t contraction_in_any_case_at(std::string_view text, std::size_t position) {
    if (text[position] != '\'') return 0;
    const std::string_view rest = text.substr(position + 1);
    if (rest.starts_with("\u017F")) return 3;
    char lower[3] = {'\'', 0, 0};
    for (std::size_t i = 0; i < 2 && i < rest.size(); ++i)
        lower[i + 1] = rest[i] >= 'A' && rest[i] <= 'Z' ? static_cast<char>(rest[i] | 0x20) : rest[i];
    return contraction_at({lower, std::min<std::size_t>(3, 1 + rest.size())}, 0);
}

/// The end of a run of characters of this kind, of at most `most` characters.
std::size_t run_end(std::string_view text, std::size_t position, CharacterKind kind,
                    std::size_t most = std::string_view::npos) {
    for (std::size_t i = 0; i < most && position < text.size(); ++i) {
        std::size_t after = position;
        if (next_kind(text, after) != kind) break;
        position = after;
    }
    return position;
}

bool is_line_end(char c) {
    return c == '\r' || c == '\n';
}

/// The end of white space that begins at `position`.
std::size_t blank_end(std::string_view text, std::size_t position) {
    const std::size_t end = run_end(text, position, CharacterKind::space);
    for (std::size_t i = end; i > position; --i)
        if (is_line_end(text[i - 1])) return i; // the rest after the last line end is another word
    if (end == text.size()) return end;
    std::size_t last = end;
    unicode::previous(text, last);
    return last > position ? last : end; // the last character belongs to the next word, or is alone
}

/// (?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,most}| ?[^\s\p{L}\p{N}]+[\r\n]*|
/// \s*[\r\n]+|\s+(?!\S)|\s+
std::size_t llama_word_end(std::string_view text, std::size_t position, std::size_t most_digits) {
    if (const std::size_t size = contraction_in_any_case_at(text, position)) return position + size;
    std::size_t next = position;
    const CharacterKind kind = next_kind(text, next);
    if (kind == CharacterKind::letter) return run_end(text, next, kind);
    if (kind == CharacterKind::number) return run_end(text, position, kind, most_digits);
    if (!is_line_end(text[position]))
        if (const std::size_t end = run_end(text, next, CharacterKind::letter); end > next) return end;
    const std::size_t signs = text[position] == ' ' ? next : position;
    std::size_t end = run_end(text, signs, CharacterKind::other);
    if (end == signs) return blank_end(text, position);
    while (end < text.size() && is_line_end(text[end]))
        ++end;
    return end;
}

std::size_t digits_end(std::string_view text, std::size_t position, bool one_by_one) {
    std::size_t end = position;
    const bool is_digit = next_kind(text, end) == CharacterKind::number;
    while (end < text.size() && !(is_digit && one_by_one)) {
        std::size_t after = end;
        if ((next_kind(text, after) == CharacterKind::number) != is_digit) break;
        end = after;
    }
    return end;
}

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
    std::size_t last = position; // beginning of the last character
    while (end < text.size()) {
        std::size_t after = end;
        if (next_kind(text, after) != kind) {
            // The space before a word belongs to the word; of other white space the last character is a
            // separate word.
            return kind == CharacterKind::space && last > position ? last : end;
        }
        last = end;
        end = after;
    }
    return end;
}

constexpr const char *
    llama3_text =
       R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
   *qwen2_text =
       R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
   *gpt2_text = R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";

} // namespace

std::optional<WordPattern> pattern_of(std::string_view regular_expression) {
    if (regular_expression == llama3_text) return WordPattern::llama3;
    if (regular_expression == qwen2_text) return WordPattern::qwen2;
    if (regular_expression == gpt2_text) return WordPattern::gpt2;
    return std::nullopt;
}

std::size_t word_end(WordPattern pattern, std::string_view text, std::size_t position) {
    switch (pattern) {
    case WordPattern::gpt2:
        return gpt2_word_end(text, position);
    case WordPattern::llama3:
        return llama_word_end(text, position, 3);
    case WordPattern::qwen2:
        return llama_word_end(text, position, 1);
    case WordPattern::digits:
        return digits_end(text, position, false);
    case WordPattern::every_digit:
        break;
    }
    return digits_end(text, position, true);
}

} // namespace tunedesk::data
