// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <immintrin.h>

/// Pairs of bf16 numbers in the 32-bit lanes of AVX-512 registers, the operands of its dot products. Private
/// to the library.
namespace tunedesk::kernel {

namespace { // compiled for each instruction set

inline __mmask16 first_lanes(std::int64_t count) {
    return count >= 16 ? static_cast<__mmask16>(0xFFFF)
                       : static_cast<__mmask16>((1u << std::max<std::int64_t>(count, 0)) - 1);
}

/// Transposes sixteen rows of sixteen pairs.
inline void transpose(__m512i (&rows)[16]) {
    __m512i mixed[16];
    for (int i = 0; i < 16; i += 2) { // pairs of rows, then fours, then quarters of the registers
        mixed[i] = _mm512_unpacklo_epi32(rows[i], rows[i + 1]);
        mixed[i + 1] = _mm512_unpackhi_epi32(rows[i], rows[i + 1]);
    }
    for (int i = 0; i < 16; i += 4)
        for (int j = 0; j < 2; ++j) {
            rows[i + 2 * j] = _mm512_unpacklo_epi64(mixed[i + j], mixed[i + j + 2]);
            rows[i + 2 * j + 1] = _mm512_unpackhi_epi64(mixed[i + j], mixed[i + j + 2]);
        }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 2; ++j) {
            mixed[8 * j + i] = _mm512_shuffle_i32x4(rows[8 * j + i], rows[8 * j + i + 4], 0x88);
            mixed[8 * j + i + 4] = _mm512_shuffle_i32x4(rows[8 * j + i], rows[8 * j + i + 4], 0xDD);
        }
    for (int i = 0; i < 8; ++i) { // mixed[i] holds the pairs i and i + 8
        rows[i] = _mm512_shuffle_i32x4(mixed[i], mixed[8 + i], 0x88);
        rows[i + 8] = _mm512_shuffle_i32x4(mixed[i], mixed[8 + i], 0xDD);
    }
}

} // namespace

} // namespace tunedesk::kernel
