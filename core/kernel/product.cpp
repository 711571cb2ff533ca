#include "kernel/sets.h"
#include "kernel/simd.h"

namespace tunedesk::kernel::TUNEDESK_ISA {

namespace {

/// One tile of C stays in registers: `tile_rows` x 2 vectors. A tile's rows of A are read `depth_block`
/// elements at a time from the first-level cache, against panels of B of which `panels_at_once` fit the
/// second level.
#ifdef __AVX512F__
constexpr int tile_rows = 14;
#else
constexpr int tile_rows = 4;
#endif
constexpr int panel = product_panel;
static_assert(panel == 2 * lanes);
constexpr std::int64_t depth_block = 512, panels_at_once = 8;

std::int64_t smaller(std::int64_t a, std::int64_t b) {
    return a < b ? a : b;
}

std::int64_t panels_of(const Product& p) {
    return (p.columns + panel - 1) / panel;
}

/// Where the panel of a depth block begins in p.packed; it holds a row of `panel` floats for each k.
float* packed_panel(const Product& p, std::int64_t k0, std::int64_t number) {
    const std::int64_t depth = smaller(depth_block, p.depth - k0);
    return p.packed + (k0 * panels_of(p) + number * depth) * panel;
}

void pack_panel(const Product& p, std::int64_t k0, std::int64_t number) {
    const std::int64_t depth = smaller(depth_block, p.depth - k0), first = number * panel;
    const std::int64_t columns = smaller(panel, p.columns - first);
    float* to = packed_panel(p, k0, number);
    const float* from = p.b + k0 * p.b_step + first * p.b_column;
    if (columns < panel) std::memset(to, 0, static_cast<std::size_t>(depth * panel) * sizeof(float));
    if (p.b_column == 1) {
        for (std::int64_t k = 0; k < depth; ++k)
            std::memcpy(to + k * panel, from + k * p.b_step,
                        static_cast<std::size_t>(columns) * sizeof(float));
        return;
    }
    constexpr std::int64_t line = 16; // of a column: one cache line
    for (std::int64_t k1 = 0; k1 < depth; k1 += line)
        for (std::int64_t c = 0; c < columns; ++c)
            for (std::int64_t k = k1; k < smaller(k1 + line, depth); ++k)
                to[k * panel + c] = from[k * p.b_step + c * p.b_column];
}

/// Rows of A side by side, for each k the tile's; rows beyond the matrix are zero.
void pack_rows(const Product& p, std::int64_t row, std::int64_t rows, std::int64_t k0, std::int64_t depth,
               float* to) {
    const float* from = p.a + row * p.a_row + k0 * p.a_step;
    if (p.a_row == 1 && rows == tile_rows) {
        for (std::int64_t k = 0; k < depth; ++k)
            std::memcpy(to + k * tile_rows, from + k * p.a_step, tile_rows * sizeof(float));
        return;
    }
    for (std::int64_t k = 0; k < depth; ++k)
        for (std::int64_t r = 0; r < tile_rows; ++r)
            to[k * tile_rows + r] = r < rows ? from[r * p.a_row + k * p.a_step] : 0;
}

/// tile += rows of A times a panel of B. Packed: A lies as pack_rows() made it, else in rows `a_row` apart.
template <bool Packed>
inline void multiply_tile(const float* a, std::int64_t a_row, const float* b, std::int64_t depth,
                          Vec (&tile)[tile_rows][2]) {
    for (std::int64_t k = 0; k < depth; ++k) {
        const Vec b0 = load(b), b1 = load(b + lanes);
        b += panel;
#pragma GCC unroll 14
        for (int r = 0; r < tile_rows; ++r) {
            const Vec x = splat(Packed ? a[r] : a[r * a_row]);
            tile[r][0] += x * b0;
            tile[r][1] += x * b1;
        }
        a += Packed ? tile_rows : 1;
    }
}

/// A whole tile over one depth block. C holds the sums of the blocks before, except at the first, where they
/// are `bias` or zero.
template <bool Packed>
void update(const Product& p, const float* a, const float* b, std::int64_t depth, bool first,
            const float* bias, float* c) {
    Vec tile[tile_rows][2] = {};
    if (first && bias) {
        const Vec b0 = load(bias), b1 = load(bias + lanes);
#pragma GCC unroll 14
        for (int r = 0; r < tile_rows; ++r) {
            tile[r][0] = b0;
            tile[r][1] = b1;
        }
    } else if (!first) {
#pragma GCC unroll 14
        for (int r = 0; r < tile_rows; ++r) {
            tile[r][0] = load(c + r * p.c_row);
            tile[r][1] = load(c + r * p.c_row + lanes);
        }
    }
    multiply_tile<Packed>(a, p.a_row, b, depth, tile);
#pragma GCC unroll 14
    for (int r = 0; r < tile_rows; ++r) {
        store(c + r * p.c_row, tile[r][0]);
        store(c + r * p.c_row + lanes, tile[r][1]);
    }
}

/// A tile at the matrix's edge, in a copy of whole size.
template <bool Packed>
void update_edge(Product p, const float* a, const float* b, std::int64_t depth, bool first, float* c,
                 const float* bias, std::int64_t rows, std::int64_t columns) {
    alignas(64) float copy[tile_rows * panel] = {};
    const auto bytes = static_cast<std::size_t>(columns) * sizeof(float);
    for (std::int64_t r = 0; r < rows && (!first || bias); ++r)
        std::memcpy(copy + r * panel, first ? bias : c + r * p.c_row, bytes);
    const std::int64_t c_row = p.c_row;
    p.c_row = panel;
    update<Packed>(p, a, b, depth, first && !bias, nullptr, copy);
    for (std::int64_t r = 0; r < rows; ++r)
        std::memcpy(c + r * c_row, copy + r * panel, bytes);
}

template <bool Packed>
void update_row_of_tiles(const Product& p, const float* a, std::int64_t k0, std::int64_t row,
                         std::int64_t begin, std::int64_t end) {
    const std::int64_t depth = smaller(depth_block, p.depth - k0), rows = smaller(tile_rows, p.rows - row);
    const bool first = k0 == 0 && !p.accumulate;
    for (std::int64_t number = begin; number < end; ++number) {
        const std::int64_t column = number * panel, columns = smaller(panel, p.columns - column);
        const float* b = packed_panel(p, k0, number);
        const float* bias = p.bias ? p.bias + column : nullptr;
        float* c = p.c + row * p.c_row + column;
        if (rows == tile_rows && columns == panel)
            update<Packed>(p, a, b, depth, first, bias, c);
        else
            update_edge<Packed>(p, a, b, depth, first, c, bias, rows, columns);
    }
}

} // namespace

std::int64_t product_tiles(const Product& p) {
    return (p.rows + tile_rows - 1) / tile_rows;
}

void product_pack(const Product& p, std::int64_t begin, std::int64_t end) {
    const std::int64_t panels = panels_of(p);
    for (std::int64_t k0 = 0; k0 < p.depth; k0 += depth_block)
        for (std::int64_t number = begin; number < smaller(end, panels); ++number)
            pack_panel(p, k0, number);
}

void product_multiply(const Product& p, std::int64_t begin, std::int64_t end) {
    alignas(64) float packed[depth_block * tile_rows];
    const std::int64_t panels = panels_of(p);
    for (std::int64_t k0 = 0; k0 < p.depth; k0 += depth_block)
        for (std::int64_t panel0 = 0; panel0 < panels; panel0 += panels_at_once)
            for (std::int64_t tile = begin; tile < end; ++tile) {
                const std::int64_t row = tile * tile_rows, rows = smaller(tile_rows, p.rows - row);
                const std::int64_t last = smaller(panel0 + panels_at_once, panels);
                if (p.a_step == 1 && rows == tile_rows) {
                    update_row_of_tiles<false>(p, p.a + row * p.a_row + k0, k0, row, panel0, last);
                    continue;
                }
                pack_rows(p, row, rows, k0, smaller(depth_block, p.depth - k0), packed);
                update_row_of_tiles<true>(p, packed, k0, row, panel0, last);
            }
}

} // namespace tunedesk::kernel::TUNEDESK_ISA
