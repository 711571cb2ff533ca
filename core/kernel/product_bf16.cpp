// Tiles of 8 rows and 48 columns stay in registers over the whole inner dimension: 24 sums, three vectors of
// b and one pair of a. A panel of b, at most some hundred kilobytes, stays in the second-level cache while
// all rows of an item pass by.

#include "kernel/product.h"

#include <algorithm>
#include <immintrin.h>

namespace tunedesk::kernel {

namespace {

constexpr int vectors = product_columns / 16;

__mmask16 first_lanes(std::int64_t count) {
    return count >= 16 ? static_cast<__mmask16>(0xFFFF)
                       : static_cast<__mmask16>((1u << std::max<std::int64_t>(count, 0)) - 1);
}

/// Up to 16 neighbouring elements as bf16 in the lower halves of the lanes; lanes beyond `mask` are zero.
__m512i lower_halves(const Matrix& matrix, std::int64_t index, __mmask16 mask) {
    if (matrix.number == Number::bf16)
        return _mm512_cvtepu16_epi32(
            _mm256_maskz_loadu_epi16(mask, static_cast<const std::uint16_t*>(matrix.data) + index));
    const __m512 wide = _mm512_maskz_loadu_ps(mask, static_cast<const float*>(matrix.data) + index);
    return _mm512_cvtepu16_epi32(reinterpret_cast<__m256i>(_mm512_cvtneps_pbh(wide)));
}

/// Sixteen pairs of elements of the inner dimension, pair k / 2 of each of up to 16 neighbouring rows or
/// columns `from`, ...; `along` is the stride of the inner dimension, `across` the other.
__m512i pairs(const Matrix& matrix, std::int64_t from, std::int64_t across, std::int64_t k,
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

/// Sixteen pairs of each of sixteen neighbouring columns `from`, ... that lie along the inner dimension, from
/// element k on: a square of pairs, transposed in registers. `to` takes a row of them every product_columns.
void transpose_pairs(const Matrix& matrix, std::int64_t from, std::int64_t k, std::uint32_t* to) {
    __m512i rows[16], mixed[16];
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
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 2; ++j) { // mixed[i + 4 j] holds the pairs i + 4 j and i + 4 j + 8
            const __m512i first = mixed[i + 4 * j], second = mixed[8 + i + 4 * j];
            _mm512_storeu_si512(to + (i + 4 * j) * product_columns,
                                _mm512_shuffle_i32x4(first, second, 0x88));
            _mm512_storeu_si512(to + (i + 4 * j + 8) * product_columns,
                                _mm512_shuffle_i32x4(first, second, 0xDD));
        }
}

/// Pairs [begin, end) of up to 16 columns.
void pack_columns(const Product& p, std::int64_t from, std::int64_t begin, std::int64_t end,
                  std::uint32_t* to) {
    for (std::int64_t pair = begin; pair < end; ++pair)
        _mm512_storeu_si512(to + pair * product_columns,
                            pairs(p.b, from, p.b.column_stride, 2 * pair, p.b.row_stride, 2 * pair + 1 < p.k,
                                  first_lanes(p.n - from)));
}

void pack_b(const Product& p, std::int64_t begin, std::int64_t end) {
    const std::int64_t inner = (p.k + 1) / 2, squares = p.b.row_stride == 1 ? p.k / 32 : 0;
    for (std::int64_t panel = begin; panel < end; ++panel) {
        const std::int64_t from = panel * product_columns;
        std::uint32_t* const to = p.packed_b + panel * product_columns * inner;
        if (p.b.column_stride == 1 && !squares) { // a row of the panel at a time, as it lies in memory
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

/// `sums` to out's columns [column, ...) of one row.
void put(const Product& p, std::int64_t row, std::int64_t column, const __m512* sums) {
    for (int v = 0; v < vectors; ++v) {
        const std::int64_t from = column + 16 * v;
        const __mmask16 mask = first_lanes(p.n - from);
        if (!mask) return;
        const std::int64_t at = row * p.out_stride + from;
        if (p.out_number == Number::bf16) {
            _mm256_mask_storeu_epi16(static_cast<std::uint16_t*>(p.out) + at, mask,
                                     reinterpret_cast<__m256i>(_mm512_cvtneps_pbh(sums[v])));
            continue;
        }
        float* const to = static_cast<float*>(p.out) + at;
        const __m512 before = p.add ? _mm512_maskz_loadu_ps(mask, to) : _mm512_setzero_ps();
        _mm512_mask_storeu_ps(to, mask, _mm512_add_ps(before, sums[v]));
    }
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
const ProductKernels avx512_bf16_products = {pack_a, pack_b, multiply};

} // namespace tunedesk::kernel
