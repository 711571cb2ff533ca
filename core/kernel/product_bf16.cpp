// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles of 8 rows and 48 columns stay in registers over the whole inner dimension: 24 sums, three vectors of
// b and one pair of a. A panel of b, at most some hundred kilobytes, stays in the second-level cache while
// all rows of an item pass by.

#include "kernel/product_parts.h"

namespace tunedesk::kernel {

namespace {

constexpr std::int64_t product_rows = 8;

/// Four panels at a time, a cache line of each row of a transposed `a`.
void pack_a(const Product& p, std::int64_t begin, std::int64_t end) {
    constexpr std::int64_t together = 4;
    const std::int64_t inner = (p.k + 1) / 2, panel_size = product_rows * inner;
    for (std::int64_t panel = begin; panel < end; panel += together) {
        const std::int64_t panels = std::min(together, end - panel);
        for (std::int64_t pair = 0; pair < inner; ++pair)
            for (std::int64_t i = 0; i < panels; i += 2) {
                const std::int64_t from = (panel + i) * product_rows;
                const __m512i two = pairs(p.a, from, p.a.row_stride, 2 * pair, p.a.column_stride,
                                          2 * pair + 1 < p.k, first_lanes(p.m - from));
                std::uint32_t* const to = p.packed_a + (panel + i) * panel_size + pair * product_rows;
                _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm512_castsi512_si256(two));
                if (i + 1 < panels)
                    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + panel_size),
                                        _mm512_extracti64x4_epi64(two, 1));
            }
    }
}

void pack_whole_b(const Product& p, std::int64_t begin, std::int64_t end) {
    pack_b(p, (p.k + 1) / 2, begin, end);
}

/// Rows [row, row + R) times one panel of b.
template <int R, bool Packed>
void tile(const Product& p, std::int64_t row, std::int64_t panel) {
    const std::int64_t inner = (p.k + 1) / 2;
    const std::int64_t row_stride = Packed ? 1 : p.a.row_stride / 2, step = Packed ? product_rows : 1;
    const std::uint32_t* a =
        Packed ? p.packed_a + row * inner : static_cast<const std::uint32_t*>(p.a.data) + row * row_stride;
    const std::uint32_t* b = p.packed_b + panel * product_columns * inner;
    __m512 sums[R][vectors];
    for (auto& of_row : sums)
        for (__m512& sum : of_row)
            sum = _mm512_setzero_ps();
    for (std::int64_t pair = 0; pair < inner; ++pair, a += step, b += product_columns) {
        __m512bh columns[vectors];
        for (int v = 0; v < vectors; ++v)
            columns[v] = reinterpret_cast<__m512bh>(_mm512_loadu_si512(b + 16 * v));
#pragma GCC unroll 8
        for (int r = 0; r < R; ++r) {
            int value; // pairs of a matrix of bf16 need not be aligned
            __builtin_memcpy(&value, a + r * row_stride, sizeof value);
            const auto factor = reinterpret_cast<__m512bh>(_mm512_set1_epi32(value));
#pragma GCC unroll 3
            for (int v = 0; v < vectors; ++v)
                sums[r][v] = _mm512_dpbf16_ps(sums[r][v], factor, columns[v]);
        }
    }
    for (int r = 0; r < R; ++r)
        put(p, row + r, panel * product_columns, sums[r]);
}

template <bool Packed>
void rest(const Product& p, std::int64_t rows, std::int64_t row, std::int64_t panel) {
    switch (rows) {
    case 1:
        return tile<1, Packed>(p, row, panel);
    case 2:
        return tile<2, Packed>(p, row, panel);
    case 3:
        return tile<3, Packed>(p, row, panel);
    case 4:
        return tile<4, Packed>(p, row, panel);
    case 5:
        return tile<5, Packed>(p, row, panel);
    case 6:
        return tile<6, Packed>(p, row, panel);
    case 7:
        return tile<7, Packed>(p, row, panel);
    default:
        return tile<8, Packed>(p, row, panel);
    }
}

void multiply(const Product& p, std::int64_t begin, std::int64_t end) {
    const std::int64_t panels = product_panels(p.n, product_columns);
    for (std::int64_t item = begin; item < end; ++item) {
        const std::int64_t first = item * p.rows_per_item, last = std::min(first + p.rows_per_item, p.m);
        for (std::int64_t panel = 0; panel < panels; ++panel)
            for (std::int64_t row = first; row < last; row += product_rows)
                (p.packed_a ? rest<true> : rest<false>)(p, std::min(product_rows, last - row), row, panel);
    }
}

} // namespace

extern const ProductKernels avx512_bf16_products;
const ProductKernels avx512_bf16_products = {"avx512_bf16", product_rows, 2, pack_a, pack_whole_b, multiply};

} // namespace tunedesk::kernel
