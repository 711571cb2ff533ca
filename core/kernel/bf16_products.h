// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernel/attention_rows.h"
#include "kernel/bf16_pairs.h"

/// The products of attention with pairs of bf16 numbers (AVX512-BF16). Keys and values are packed once per
/// head of a sequence: as pairs of columns, 16 keys side by side, for products along a row, and as pairs of
/// keys for sums over keys. Query rows are processed in groups, whose rows are paired for the sums over
/// queries. Private to the library.
namespace tunedesk::kernel::TUNEDESK_ISA {

namespace {

using Pairs = std::uint32_t; ///< two bf16 numbers, the first in the lower half

constexpr int group = 16; ///< query rows at a time; a multiple of `block`
constexpr int group_pairs = group / 2;

inline __m512bh as_bf16(__m512i bits) {
    return reinterpret_cast<__m512bh>(bits);
}
inline __m512bh load_pairs(const Pairs* from) {
    return as_bf16(_mm512_loadu_si512(from));
}
/// Broadcasts one pair to all lanes.
inline __m512bh spread(const Pairs* from) {
    return as_bf16(_mm512_set1_epi32(static_cast<int>(*from)));
}

/// The rows of bf16 numbers of one head.
struct HeadRows {
    const std::uint16_t* first;
    std::int64_t stride;
    const std::uint16_t* row(std::int64_t number) const { return first + number * stride; }
};

inline HeadRows head_rows(const void* from, std::int64_t row, std::int64_t stride, std::int64_t column) {
    return {static_cast<const std::uint16_t*>(from) + row * stride + column, stride};
}

constexpr int pairs_of(int head_dim) {
    return (head_dim + 1) / 2;
}

/// 32 numbers of a row from column d on; zero beyond the head.
inline __m512i columns_of(const std::uint16_t* row, int d, int head_dim) {
    const int rest = head_dim - d;
    const __mmask32 mask = rest >= 32 ? 0xFFFFFFFFu : (1u << rest) - 1;
    return _mm512_maskz_loadu_epi16(mask, row + d);
}

/// to[v][pair][16]: pairs of columns of the keys of vector v; zero beyond the last key.
inline void pack_columns_of_keys(const HeadRows& rows, const Sizes& s, Pairs* to) {
    const int pairs = pairs_of(s.head_dim);
    for (int v = 0; v < s.vectors; ++v, to += pairs * lanes)
        for (int p = 0; p < pairs; p += lanes) {
            __m512i square[lanes];
            for (int i = 0; i < lanes; ++i)
                square[i] = v * lanes + i < s.keys ? columns_of(rows.row(v * lanes + i), 2 * p, s.head_dim)
                                                   : _mm512_setzero_si512();
            kernel::transpose(square);
            for (int i = 0; i < std::min(lanes, pairs - p); ++i)
                _mm512_storeu_si512(to + (p + i) * lanes, square[i]);
        }
}

/// Sixteen pairs of the numbers of two rows, the first row's in the lower halves.
inline __m512i interleaved(__m256i low, __m256i high) {
    return _mm512_or_si512(_mm512_cvtepu16_epi32(low), _mm512_slli_epi32(_mm512_cvtepu16_epi32(high), 16));
}

/// to[pair][V * 16]: pairs of the `count` rows; zero beyond them and beyond the head.
template <int V>
void pack_pairs_of_rows(const HeadRows& rows, int count, int count_padded, int head_dim, Pairs* to) {
    for (int r = 0; r < count_padded; r += 2, to += V * lanes)
        for (int j = 0; j < V; ++j) {
            const __mmask16 mask = first_lanes(head_dim - j * lanes);
            const auto part = [&](int row) {
                return _mm256_maskz_loadu_epi16(row < count ? mask : __mmask16{0}, rows.row(row) + j * lanes);
            };
            _mm512_storeu_si512(to + j * lanes, interleaved(part(r), part(r + 1)));
        }
}

/// out[r][k] = factor * sum over pairs of rows[r] and columns, for a block of rows.
inline void pair_scores(const Pairs* rows, const Pairs* columns, const Sizes& s, float factor, float* out) {
    const int pairs = pairs_of(s.head_dim);
    const auto part = [&]<int N>(int v) {
        __m512 sums[block][N];
        for (auto& of_row : sums)
            for (__m512& sum : of_row)
                sum = _mm512_setzero_ps();
        const Pairs* column = columns + v * pairs * lanes;
        for (int p = 0; p < pairs; ++p) {
            __m512bh side_by_side[N];
            for (int j = 0; j < N; ++j)
                side_by_side[j] = load_pairs(column + (j * pairs + p) * lanes);
#pragma GCC unroll 8
            for (int r = 0; r < block; ++r) {
                const __m512bh x = spread(rows + r * pairs + p);
#pragma GCC unroll 2
                for (int j = 0; j < N; ++j)
                    sums[r][j] = _mm512_dpbf16_ps(sums[r][j], x, side_by_side[j]);
            }
        }
        for (int r = 0; r < block; ++r)
            for (int j = 0; j < N; ++j)
                store(out + r * s.row + (v + j) * lanes, reinterpret_cast<Vec>(sums[r][j]) * factor);
    };
    int v = 0;
    for (; v + 2 <= s.vectors; v += 2)
        part.template operator()<2>(v);
    if (v < s.vectors) part.template operator()<1>(v);
}

/// Rounds a row of s.keys_padded fp32 numbers to pairs.
inline void round_row(const float* row, const Sizes& s, Pairs* to) {
    for (int v = 0; v < s.vectors; ++v)
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + v * lanes / 2),
                            reinterpret_cast<__m256i>(_mm512_cvtneps_pbh(_mm512_loadu_ps(row + v * lanes))));
}

/// Pairs of keys from one row of weights to the next.
inline int weight_stride(const Sizes& s) {
    return s.row / 2;
}

/// out[r][:] = sum over pairs of keys of weights[r] and values, for a block of rows of V vectors.
template <int V>
void sum_over_keys(const Pairs* weights, const Pairs* values, const Sizes& s, float* out) {
    constexpr int columns = std::min(V, 4), rows = std::min(block, 16 / columns);
    const int pairs = s.keys_padded / 2;
    for (int r0 = 0; r0 < block; r0 += rows)
        for (int j0 = 0; j0 < V; j0 += columns) {
            __m512 sums[rows][columns];
            for (auto& of_row : sums)
                for (__m512& sum : of_row)
                    sum = _mm512_setzero_ps();
            for (int p = 0; p < pairs; ++p) {
                __m512bh value[columns];
                for (int j = 0; j < columns; ++j)
                    value[j] = load_pairs(values + (p * V + j0 + j) * lanes);
#pragma GCC unroll 8
                for (int r = 0; r < rows; ++r) {
                    const __m512bh x = spread(weights + (r0 + r) * weight_stride(s) + p);
#pragma GCC unroll 4
                    for (int j = 0; j < columns; ++j)
                        sums[r][j] = _mm512_dpbf16_ps(sums[r][j], x, value[j]);
                }
            }
            for (int r = 0; r < rows; ++r)
                for (int j = 0; j < columns; ++j)
                    _mm512_storeu_ps(out + ((r0 + r) * V + j0 + j) * lanes, sums[r][j]);
        }
}

/// to[pair of rows][keys]: pairs of the rows of a group's weights.
inline void pair_up_rows(const Pairs* weights, const Sizes& s, Pairs* to) {
    for (int r = 0; r < group_pairs; ++r)
        for (int v = 0; v < s.vectors; ++v) {
            const auto half = [&](int row) {
                return _mm256_loadu_si256(
                    reinterpret_cast<const __m256i*>(weights + row * weight_stride(s) + v * lanes / 2));
            };
            _mm512_storeu_si512(to + r * s.row + v * lanes, interleaved(half(2 * r), half(2 * r + 1)));
        }
}

/// sums[k][:] += sum over the group's pairs of rows of weights[..][k] and rows; sums has keys_padded rows.
template <int V>
void add_over_queries(const Pairs* weights, const Pairs* rows, const Sizes& s, float* sums) {
    constexpr int columns = std::min(V, 4), keys = 4;
    for (int k = 0; k < s.keys_padded; k += keys)
        for (int j0 = 0; j0 < V; j0 += columns) {
            __m512 part[keys][columns];
            for (int i = 0; i < keys; ++i)
                for (int j = 0; j < columns; ++j)
                    part[i][j] = _mm512_loadu_ps(sums + ((k + i) * V + j0 + j) * lanes);
#pragma GCC unroll 8
            for (int r = 0; r < group_pairs; ++r) {
                __m512bh row[columns];
                for (int j = 0; j < columns; ++j)
                    row[j] = load_pairs(rows + (r * V + j0 + j) * lanes);
#pragma GCC unroll 4
                for (int i = 0; i < keys; ++i) {
                    const __m512bh x = spread(weights + r * s.row + k + i);
                    for (int j = 0; j < columns; ++j)
                        part[i][j] = _mm512_dpbf16_ps(part[i][j], x, row[j]);
                }
            }
            for (int i = 0; i < keys; ++i)
                for (int j = 0; j < columns; ++j)
                    _mm512_storeu_ps(sums + ((k + i) * V + j0 + j) * lanes, part[i][j]);
        }
}

/// Copies the group's rows as pairs of columns, [group][pairs]; rows from `rows` on are zero.
inline void copy_pairs(const HeadRows& from, int rows, int head_dim, Pairs* to) {
    const int pairs = pairs_of(head_dim);
    for (int r = 0; r < group; ++r)
        for (int p = 0; p < pairs; p += lanes) {
            const __m512i x = r < rows ? columns_of(from.row(r), 2 * p, head_dim) : _mm512_setzero_si512();
            _mm512_mask_storeu_epi32(to + r * pairs + p, first_lanes(pairs - p), x);
        }
}

} // namespace

} // namespace tunedesk::kernel::TUNEDESK_ISA
