// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of 32 rows and 48 columns: six tiles of 16 x 16 sums stay over the whole inner dimension, one tile
// takes a's, one b's turn. A tile of an operand is 16 rows of 16 pairs.

#include "kernel/product_parts.h"

namespace tunedesk::kernel {

namespace {

constexpr std::int64_t tile_rows = 16, tile_pairs = 16, square = tile_rows * tile_pairs;
constexpr int tile_bytes = 64; // of a row

std::int64_t squares_of(const Product& p) {
    return (p.k + 2 * tile_pairs - 1) / (2 * tile_pairs);
}

/// Row `row` of a from element k on, where a's rows lie along the inner dimension.
__m512i pairs_of_row(const Product& p, std::int64_t row, std::int64_t k) {
    const std::int64_t index = row * p.a.row_stride + k, left = p.k - k;
    const __mmask16 low = first_lanes(left), high = first_lanes(left - 16);
    if (p.a.number == Number::bf16)
        return _mm512_maskz_loadu_epi16(static_cast<__mmask32>(low) | static_cast<__mmask32>(high) << 16,
                                        static_cast<const std::uint16_t*>(p.a.data) + index);
    const auto* const wide = static_cast<const float*>(p.a.data) + index;
    return reinterpret_cast<__m512i>(
        _mm512_cvtne2ps_pbh(_mm512_maskz_loadu_ps(high, wide + 16), _mm512_maskz_loadu_ps(low, wide)));
}

/// A tile of a, from row `row` and element k on; what is beyond the matrix is zero.
void pack_square(const Product& p, std::int64_t row, std::int64_t k, std::uint32_t* to) {
    __m512i rows[tile_rows];
    const __mmask16 mask = first_lanes(p.m - row);
    for (int i = 0; i < tile_rows; ++i) {
        const std::int64_t element = k + 2 * i;
        if (p.a.column_stride == 1)
            rows[i] = row + i < p.m ? pairs_of_row(p, row + i, k) : _mm512_setzero_si512();
        else
            rows[i] = element < p.k ? pairs(p.a, row, p.a.row_stride, element, p.a.column_stride,
                                            element + 1 < p.k, mask)
                                    : _mm512_setzero_si512();
    }
    if (p.a.column_stride != 1) transpose(rows);
    for (int i = 0; i < tile_rows; ++i)
        _mm512_storeu_si512(to + i * tile_pairs, rows[i]);
}

/// Two panels at a time, a cache line of each row of a transposed `a`.
void pack_a(const Product& p, std::int64_t begin, std::int64_t end) {
    constexpr std::int64_t together = 2;
    const std::int64_t squares = squares_of(p);
    for (std::int64_t panel = begin; panel < end; panel += together)
        for (std::int64_t i = 0; i < squares; ++i)
            for (std::int64_t one = panel; one < std::min(panel + together, end); ++one)
                pack_square(p, one * tile_rows, 2 * tile_pairs * i,
                            p.packed_a + (one * squares + i) * square);
}

void pack_filled_b(const Product& p, std::int64_t begin, std::int64_t end) {
    pack_b(p, squares_of(p) * tile_pairs, begin, end);
}

/// Every tile has `rows` rows, but b's, which has all.
void configure(std::int64_t rows) {
    struct alignas(64) {
        std::uint8_t palette = 1, start_row = 0, reserved[14] = {};
        std::uint16_t bytes[16] = {};
        std::uint8_t rows[16] = {};
    } tiles;
    for (int i = 0; i < 8; ++i) {
        tiles.bytes[i] = tile_bytes;
        tiles.rows[i] = static_cast<std::uint8_t>(i == 7 ? tile_rows : rows);
    }
    _tile_loadconfig(&tiles);
}

/// The address of the tiles of one block row of a, and the distance between them.
struct Tiles {
    const char* first;
    std::int64_t stride, step;
};

Tiles tiles_of(const Product& p, std::int64_t row) {
    if (p.packed_a)
        return {reinterpret_cast<const char*>(p.packed_a + row / tile_rows * squares_of(p) * square),
                tile_bytes, 4 * square};
    return {static_cast<const char*>(p.a.data) + 2 * row * p.a.row_stride, 2 * p.a.row_stride, tile_bytes};
}

/// `Rows` rows of tiles, of `rows` rows of out in all, times one panel of b.
template <int Rows>
void block(const Product& p, std::int64_t row, std::int64_t rows, std::int64_t panel) {
    constexpr std::int64_t b_stride = 4 * product_columns;
    const std::int64_t squares = squares_of(p);
    const Tiles top = tiles_of(p, row), bottom = tiles_of(p, row + (Rows - 1) * tile_rows);
    const std::uint32_t* b = p.packed_b + panel * product_columns * squares * tile_pairs;
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
    _tile_zero(4);
    _tile_zero(5);
    for (std::int64_t i = 0; i < squares; ++i, b += product_columns * tile_pairs) {
        _tile_loadd(6, top.first + i * top.step, top.stride);
        _tile_loadd(7, b, b_stride);
        _tile_dpbf16ps(0, 6, 7);
        _tile_loadd(7, b + 16, b_stride);
        _tile_dpbf16ps(1, 6, 7);
        _tile_loadd(7, b + 32, b_stride);
        _tile_dpbf16ps(2, 6, 7);
        if constexpr (Rows == 2) { // in the other order: b's last tile is there
            _tile_loadd(6, bottom.first + i * bottom.step, bottom.stride);
            _tile_dpbf16ps(5, 6, 7);
            _tile_loadd(7, b + 16, b_stride);
            _tile_dpbf16ps(4, 6, 7);
            _tile_loadd(7, b, b_stride);
            _tile_dpbf16ps(3, 6, 7);
        }
    }
    alignas(64) float sums[Rows * tile_rows][product_columns];
    _tile_stored(0, sums[0], b_stride);
    _tile_stored(1, sums[0] + 16, b_stride);
    _tile_stored(2, sums[0] + 32, b_stride);
    if constexpr (Rows == 2) {
        _tile_stored(3, sums[tile_rows], b_stride);
        _tile_stored(4, sums[tile_rows] + 16, b_stride);
        _tile_stored(5, sums[tile_rows] + 32, b_stride);
    }
    for (std::int64_t r = 0; r < rows; ++r) {
        const __m512 of_row[vectors] = {_mm512_load_ps(sums[r]), _mm512_load_ps(sums[r] + 16),
                                        _mm512_load_ps(sums[r] + 32)};
        put(p, row + r, panel * product_columns, of_row);
    }
}

void multiply(const Product& p, std::int64_t begin, std::int64_t end) {
    const std::int64_t panels = product_panels(p.n, product_columns);
    for (std::int64_t item = begin; item < end; ++item) {
        const std::int64_t first = item * p.rows_per_item, last = std::min(first + p.rows_per_item, p.m);
        const std::int64_t whole = first + (last - first) / tile_rows * tile_rows;
        configure(tile_rows);
        for (std::int64_t panel = 0; panel < panels; ++panel) {
            std::int64_t row = first;
            for (; row + 2 * tile_rows <= whole; row += 2 * tile_rows)
                block<2>(p, row, 2 * tile_rows, panel);
            if (row < whole) block<1>(p, row, tile_rows, panel);
        }
        if (whole < last) {
            configure(last - whole);
            for (std::int64_t panel = 0; panel < panels; ++panel)
                block<1>(p, whole, last - whole, panel);
        }
    }
    _tile_release(); // the system need not save the tiles of a thread that has none
}

} // namespace

extern const ProductKernels amx_products;
const ProductKernels amx_products = {"amx", tile_rows, 2 * tile_pairs, pack_a, pack_filled_b, multiply};

} // namespace tunedesk::kernel
