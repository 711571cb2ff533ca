// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernel/bf16_pairs.h"
#include "kernel/product.h"

/// Shared by the products of AVX512-BF16 and AMX: packing of b's panels, in which each row of pairs of the
/// inner dimension follows the previous one, and storing of sums. Private to the library.
namespace tunedesk::kernel {

namespace { // compiled for each instruction set

constexpr int vectors = product_columns / 16;

/// Up to 16 adjacent elements as bf16 in the lower halves of the lanes; lanes outside `mask` are zero.
inline __m512i lower_halves(const Matrix& matrix, std::int64_t index, __mmask16 mask) {
    if (matrix.number == Number::bf16)
        return _mm512_cvtepu16_epi32(
            _mm256_maskz_loadu_epi16(mask, static_cast<const std::uint16_t*>(matrix.data) + index));
    const __m512 wide = _mm512_maskz_loadu_ps(mask, static_cast<const float*>(matrix.data) + index);
    return _mm512_cvtepu16_epi32(reinterpret_cast<__m256i>(_mm512_cvtneps_pbh(wide)));
}

/// Sixteen pairs of elements of the inner dimension: pair k / 2 of each of up to 16 adjacent rows or columns
/// from `from` on; `along` is the stride of the inner dimension, `across` the other.
inline __m512i pairs(const Matrix& matrix, std::int64_t from, std::int64_t across, std::int64_t k,
                     std::int64_t along, bool whole, __mmask16 mask) {
    const std::int64_t index = from * across + k * along;
    if (across == 1) {
        const __m512i low = lower_halves(matrix, index, mask);
        if (!whole) return low;
        return _mm512_or_si512(low, _mm512_slli_epi32(lower_halves(matrix, index + along, mask), 16));
    }
    const __m512i lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m512i places = _mm512_mullo_epi32(lanes, _mm512_set1_epi32(static_cast<int>(across)));
    if (matrix.number == Number::bf16) {
        const auto* const at = static_cast<const std::uint16_t*>(matrix.data) + index;
        if (whole) return _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), mask, places, at, 2);
        alignas(64) std::uint32_t last[16] = {};
        for (int i = 0; i < 16; ++i)
            if (mask >> i & 1) last[i] = at[i * across];
        return _mm512_load_si512(last);
    }
    const auto* const at = static_cast<const float*>(matrix.data) + index;
    const auto rounded = [&](const float* base) {
        const __m512 wide = _mm512_mask_i32gather_ps(_mm512_setzero_ps(), mask, places, base, 4);
        return _mm512_cvtepu16_epi32(reinterpret_cast<__m256i>(_mm512_cvtneps_pbh(wide)));
    };
    if (!whole) return rounded(at);
    return _mm512_or_si512(rounded(at), _mm512_slli_epi32(rounded(at + 1), 16));
}

/// Sixteen pairs, from element k on, of each of sixteen adjacent columns from `from` on that are contiguous
/// along the inner dimension. Rows of pairs in `to` are product_columns apart.
inline void transpose_pairs(const Matrix& matrix, std::int64_t from, std::int64_t k, std::uint32_t* to) {
    __m512i rows[16];
    for (int i = 0; i < 16; ++i) {
        const std::int64_t index = (from + i) * matrix.column_stride + k;
        if (matrix.number == Number::bf16) {
            rows[i] = _mm512_loadu_si512(static_cast<const std::uint16_t*>(matrix.data) + index);
        } else {
            const auto* const wide = static_cast<const float*>(matrix.data) + index;
            rows[i] = reinterpret_cast<__m512i>(
                _mm512_cvtne2ps_pbh(_mm512_loadu_ps(wide + 16), _mm512_loadu_ps(wide)));
        }
    }
    transpose(rows);
    for (int i = 0; i < 16; ++i)
        _mm512_storeu_si512(to + i * product_columns, rows[i]);
}

/// Packs pairs [begin, end) of up to 16 columns.
inline void pack_columns(const Product& p, std::int64_t from, std::int64_t begin, std::int64_t end,
                         std::uint32_t* to) {
    for (std::int64_t pair = begin; pair < end; ++pair)
        _mm512_storeu_si512(to + pair * product_columns,
                            pairs(p.b, from, p.b.column_stride, 2 * pair, p.b.row_stride, 2 * pair + 1 < p.k,
                                  first_lanes(p.n - from)));
}

/// Packs panels [begin, end) of b, each padded with zeros to `filled` pairs.
inline void pack_b(const Product& p, std::int64_t filled, std::int64_t begin, std::int64_t end) {
    const std::int64_t inner = (p.k + 1) / 2, squares = p.b.row_stride == 1 ? p.k / 32 : 0;
    for (std::int64_t panel = begin; panel < end; ++panel) {
        const std::int64_t from = panel * product_columns;
        std::uint32_t* const to = p.packed_b + panel * product_columns * filled;
        std::fill(to + product_columns * inner, to + product_columns * filled, 0);
        if (p.b.column_stride == 1 && !squares) { // one row of the panel at a time, as b is row-major
            for (std::int64_t pair = 0; pair < inner; ++pair)
                for (int v = 0; v < vectors; ++v)
                    pack_columns(p, from + 16 * v, pair, pair + 1, to + 16 * v);
            continue;
        }
        for (int v = 0; v < vectors; ++v) {
            const std::int64_t first = from + 16 * v, whole = first + 16 <= p.n ? squares : 0;
            for (std::int64_t square = 0; square < whole; ++square)
                transpose_pairs(p.b, first, 32 * square, to + 16 * square * product_columns + 16 * v);
            pack_columns(p, first, 16 * whole, inner, to + 16 * v);
        }
    }
}

/// Stores `sums` to out's columns [column, ...) of one row.
inline void put(const Product& p, std::int64_t row, std::int64_t column, const __m512* sums) {
    for (int v = 0; v < vectors; ++v) {
        const std::int64_t from = column + 16 * v;
        const __mmask16 mask = first_lanes(p.n - from);
        if (!mask) return;
        const std::int64_t at = row * p.out_stride + from;
        float* const to = static_cast<float*>(p.out) + at;
        __m512 sum = sums[v];
        if (p.add) sum = _mm512_add_ps(_mm512_maskz_loadu_ps(mask, to), sum);
        if (p.bias) sum = _mm512_add_ps(_mm512_maskz_loadu_ps(mask, p.bias + from), sum);
        if (p.out_number == Number::bf16)
            _mm256_mask_storeu_epi16(static_cast<std::uint16_t*>(p.out) + at, mask,
                                     reinterpret_cast<__m256i>(_mm512_cvtneps_pbh(sum)));
        else
            _mm512_mask_storeu_ps(to, mask, sum);
    }
}

} // namespace

} // namespace tunedesk::kernel
