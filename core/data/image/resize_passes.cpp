// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled for each instruction set (TUNEDESK_ISA is its name): loops over compiler vectors.
#include "data/image/resize_passes.h"

#include <algorithm>
#include <cstring>
#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace tunedesk::image::TUNEDESK_ISA {

namespace {

constexpr std::int32_t half = 1 << (coefficient_bits - 1);
constexpr int lanes = 8, groups = 4, block = lanes * groups; ///< bytes that are summed together

// Vectors that the compiler maps to the instruction set.
using Sums [[gnu::vector_size(sizeof(std::int32_t) * lanes)]] = std::int32_t;
using Bytes [[gnu::vector_size(lanes)]] = std::uint8_t;

std::uint8_t clipped(std::int32_t sum) {
    return static_cast<std::uint8_t>(std::clamp(sum >> coefficient_bits, 0, 255));
}

/// The compiler's own conversion handles each lane separately although the instruction set has one for all.
inline void widen(const std::uint8_t* from, Sums& to) {
#ifdef __AVX2__
    const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(from));
    to = reinterpret_cast<Sums>(_mm256_cvtepu8_epi32(bytes));
#else
    Bytes bytes;
    std::memcpy(&bytes, from, sizeof bytes);
    to = __builtin_convertvector(bytes, Sums);
#endif
}

/// Converts to values from 0 to 255.
inline void narrow(const Sums& from, std::uint8_t* to) {
#ifdef __AVX2__
    const auto values = reinterpret_cast<__m256i>(from);
    const __m128i words =
        _mm_packs_epi32(_mm256_castsi256_si128(values), _mm256_extracti128_si256(values, 1));
    _mm_storel_epi64(reinterpret_cast<__m128i*>(to), _mm_packus_epi16(words, words));
#else
    const Bytes bytes = __builtin_convertvector(from, Bytes);
    std::memcpy(to, &bytes, sizeof bytes);
#endif
}

/// Weighted sums of `block` adjacent bytes over all taps, which are `stride` bytes apart.
void weigh(const std::uint8_t* from, std::ptrdiff_t stride, const Taps& taps, std::uint8_t* to) {
    Sums sums[groups];
    for (Sums& sum : sums)
        sum = Sums{} + half;
    for (int tap = 0; tap < taps.count; ++tap, from += stride)
        for (int i = 0; i < groups; ++i) {
            Sums values;
            widen(from + lanes * i, values);
            sums[i] += taps.coefficients[tap] * values;
        }
    for (int i = 0; i < groups; ++i) {
        Sums sum = sums[i] >> coefficient_bits;
        sum = sum < 0 ? Sums{} : sum;
        sum = sum > 255 ? Sums{} + 255 : sum;
        narrow(sum, to + lanes * i);
    }
}

void weigh_one(const std::uint8_t* from, std::ptrdiff_t stride, const Taps& taps, std::uint8_t* to) {
    std::int32_t sum = half;
    for (int tap = 0; tap < taps.count; ++tap, from += stride)
        sum += taps.coefficients[tap] * *from;
    *to = clipped(sum);
}

void vertical(const std::uint8_t* first, std::ptrdiff_t stride, const Taps& taps, std::uint8_t* to,
              std::size_t bytes) {
    std::size_t at = 0;
    for (; at + block <= bytes; at += block)
        weigh(first + at, stride, taps, to + at);
    for (; at < bytes; ++at)
        weigh_one(first + at, stride, taps, to + at);
}

/// For each column the pixels of eight rows, four bytes each, are stored side by side, so that one output
/// column of all eight rows is one weighted sum.
void horizontal(const std::uint8_t* const* rows, int row_count, std::span<const Taps> taps, int begin,
                int last, std::uint8_t* columns, std::uint8_t* const* to) {
    static_assert(ResizePasses::block_rows * 4 == block);
    for (int row = 0; row < row_count; ++row) {
        const std::uint8_t* from = rows[row] + std::ptrdiff_t{3} * begin;
        std::uint8_t* into = columns + std::ptrdiff_t{4} * row;
        for (int x = begin; x < last; ++x, from += 3, into += block)
            std::memcpy(into, from, 4);
    }
    std::uint8_t pixels[block];
    for (std::size_t x = 0; x < taps.size(); ++x) {
        weigh(columns + std::ptrdiff_t{block} * (taps[x].first - begin), block, taps[x], pixels);
        for (int row = 0; row < row_count; ++row)
            std::memcpy(to[row] + 3 * x, pixels + std::ptrdiff_t{4} * row, 3);
    }
}

} // namespace

extern const ResizePasses passes;
const ResizePasses passes{vertical, horizontal};

} // namespace tunedesk::image::TUNEDESK_ISA
