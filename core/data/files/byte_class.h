// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace tunedesk::data {

enum class ByteClass : std::uint8_t { space, punctuation, word, other };

/// Bytes that always end a word, ASCII letters and digits, and other bytes, runs of which are normalized as a
/// whole.
inline constexpr auto byte_classes = [] {
    std::array<ByteClass, 256> classes{};
    for (int c = 0; c < 256; ++c) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        classes[static_cast<std::size_t>(c)] = letter                ? ByteClass::word
                                               : space               ? ByteClass::space
                                               : c > ' ' && c < 0x7F ? ByteClass::punctuation
                                                                     : ByteClass::other;
    }
    return classes;
}();

inline ByteClass class_of(char byte) {
    return byte_classes[static_cast<unsigned char>(byte)];
}

/// Number of leading bytes that are ASCII letters or digits.
inline std::size_t letters_at(std::string_view text) {
    std::size_t count = 0;
#ifdef __SSE2__
    const auto in_range = [](__m128i bytes, char first, char last) {
        // Signed comparison: bytes from 0x80 on are negative.
        return _mm_and_si128(_mm_cmpgt_epi8(bytes, _mm_set1_epi8(static_cast<char>(first - 1))),
                             _mm_cmplt_epi8(bytes, _mm_set1_epi8(static_cast<char>(last + 1))));
    };
    for (; count + 16 <= text.size(); count += 16) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + count));
        const __m128i lower = _mm_or_si128(bytes, _mm_set1_epi8(0x20));
        const __m128i found = _mm_or_si128(in_range(lower, 'a', 'z'), in_range(bytes, '0', '9'));
        const unsigned others = static_cast<unsigned>(_mm_movemask_epi8(found)) ^ 0xFFFFu;
        if (others != 0) return count + static_cast<std::size_t>(std::countr_zero(others));
    }
#endif
    while (count < text.size() && class_of(text[count]) == ByteClass::word)
        ++count;
    return count;
}

} // namespace tunedesk::data
