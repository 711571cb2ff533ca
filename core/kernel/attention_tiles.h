// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernel/simd.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

/// The products of attention over tiles of keys and blocks of query rows. Private to the library; compiled
/// once per instruction set.
namespace tunedesk::kernel::TUNEDESK_ISA {

namespace {

constexpr int block =
    8; ///< query rows computed together; a multiple of 4, so that a block's masks are whole groups

/// Working memory of a thread, reused between calls.
class Scratch {
public:
    ~Scratch() { std::free(memory_); }
    /// Returns `count` floats, 64-byte aligned and uninitialized.
    float* take(std::size_t count) {
        if (count > capacity_) {
            std::free(memory_);
            capacity_ = (count + 4095) / 4096 * 4096;
            memory_ = static_cast<float*>(std::aligned_alloc(64, capacity_ * sizeof(float)));
            if (!memory_) std::abort();
        }
        return memory_;
    }

private:
    float* memory_ = nullptr;
    std::size_t capacity_ = 0;
};
thread_local Scratch scratch;

struct Sizes {
    int keys, keys_padded, vectors; ///< vectors: number of key vectors per row
    int row; ///< floats from one row of scores to the next: not a power of two, to avoid cache conflicts
    int head_dim;
};

/// Number of accumulator vectors that a loop keeps in registers, and how many of them are in a row.
#if defined(__AVX512F__)
constexpr int sums_at_once = 16, tile_vectors = 2, columns_at_once = 4;
#elif defined(__AVX2__)
constexpr int sums_at_once = 4, tile_vectors = 1, columns_at_once = 1;
#else
constexpr int sums_at_once = 2, tile_vectors = 1, columns_at_once = 1;
#endif
constexpr int tile = tile_vectors * lanes; ///< keys whose scores are computed at once

/// Copies rows of a strided matrix, times `factor`, to contiguous rows of `width` floats padded with zeros.
template <int V, class Number>
void copy_rows(const Number* from, std::int64_t stride, int rows, int rows_padded, int head_dim, float factor,
               float* to) {
    for (int r = 0; r < rows; ++r)
        for (int j = 0; j < V; ++j) {
            const int rest = head_dim - j * lanes;
            const Vec x = rest > 0 ? load_up_to(from + r * stride + j * lanes, rest) : Vec{};
            store(to + (r * V + j) * lanes, x * factor);
        }
    for (int i = rows * V; i < rows_padded * V; ++i)
        store(to + i * lanes, Vec{});
}

template <int V>
void write_rows(const float* from, int rows, int head_dim, float* to, std::int64_t stride) {
    for (int r = 0; r < rows; ++r)
        for (int j = 0; j < V; ++j) {
            const int rest = head_dim - j * lanes;
            if (rest > 0) store_up_to(to + r * stride + j * lanes, load(from + (r * V + j) * lanes), rest);
        }
}

/// to[d][k] = from[k][d] of a strided matrix, tile by tile of keys; zero beyond the last key.
inline void transpose(const float* from, std::int64_t stride, const Sizes& s, float* to) {
    for (int k0 = 0; k0 < s.keys_padded; k0 += tile, to += tile * s.head_dim) {
        const int columns = k0 + tile <= s.keys_padded ? tile : lanes;
        const int filled = k0 + columns < s.keys ? columns : s.keys - k0;
        const float* rows = from + k0 * stride;
        int d0 = 0;
        for (; filled == columns && d0 + lanes <= s.head_dim; d0 += lanes)
            for (int k = 0; k < columns; k += lanes)
                transpose_square(rows + k * stride + d0, stride, to + d0 * columns + k, columns);
        for (int k = 0; k < filled; ++k)
            for (int d = d0; d < s.head_dim; ++d)
                to[d * columns + k] = rows[k * stride + d];
        for (int d = 0; d < s.head_dim; ++d)
            for (int k = filled; k < columns; ++k)
                to[d * columns + k] = 0;
    }
}

/// out[r][k] = sum over d of rows[r][d] * columns[d][k], for R rows and N vectors of a tile; rows are
/// row_width floats apart.
template <int R, int N>
inline void scores_part(const float* rows, int row_width, const float* columns, const Sizes& s,
                        Vec (&sums)[R][N]) {
#pragma GCC unroll 4
    for (int d = 0; d < s.head_dim; ++d) {
        Vec column[N];
        for (int j = 0; j < N; ++j)
            column[j] = load(columns + (d * N + j) * lanes);
#pragma GCC unroll 8
        for (int r = 0; r < R; ++r) {
            const Vec x = splat(rows[r * row_width + d]);
#pragma GCC unroll 2
            for (int j = 0; j < N; ++j)
                sums[r][j] += x * column[j];
        }
    }
}

/// The block's scores for all keys. `peaks`, if not null, receives the largest of each row by lane; then
/// scores beyond the last key are -infinity.
inline void scores(const float* rows, int row_width, const float* columns, const Sizes& s, float* out,
                   Vec* peaks) {
    constexpr int together = sums_at_once / tile_vectors;
    const auto part = [&]<int N>(int k) {
        for (int r0 = 0; r0 < block; r0 += together) {
            Vec sums[together][N] = {};
            scores_part(rows + r0 * row_width, row_width, columns + k * s.head_dim, s, sums);
            const IVec valid = lanes_below(s.keys - k - (N - 1) * lanes);
#pragma GCC unroll 8
            for (int r = 0; r < together; ++r) {
                if (peaks) sums[r][N - 1] = choose(valid, sums[r][N - 1], splat(-INFINITY));
#pragma GCC unroll 2
                for (int j = 0; j < N; ++j) {
                    store(out + (r0 + r) * s.row + k + j * lanes, sums[r][j]);
                    if (peaks) peaks[r0 + r] = max(sums[r][j], peaks[r0 + r]);
                }
            }
        }
    };
    int k = 0;
    for (; k + tile <= s.keys_padded; k += tile)
        part.template operator()<tile_vectors>(k);
    if (k < s.keys_padded) part.template operator()<1>(k);
}

/// out[r][:] = sum over k of weights[r][k] * values[k][:], for a block of rows of V vectors; with Adds added
/// to `out`.
template <int V, bool Adds = false>
void weighted_sum(const float* weights, const float* values, const Sizes& s, float* out) {
    constexpr int columns = std::min(V, columns_at_once), rows = std::min(block, sums_at_once / columns);
    for (int r0 = 0; r0 < block; r0 += rows) {
        for (int j0 = 0; j0 < V; j0 += columns) {
            Vec sums[rows][columns] = {};
            for (int r = 0; Adds && r < rows; ++r)
                for (int j = 0; j < columns; ++j)
                    sums[r][j] = load(out + ((r0 + r) * V + j0 + j) * lanes);
            for (int k = 0; k < s.keys; ++k) {
                Vec value[columns];
                for (int j = 0; j < columns; ++j)
                    value[j] = load(values + (k * V + j0 + j) * lanes);
#pragma GCC unroll 8
                for (int r = 0; r < rows; ++r) {
                    const Vec x = splat(weights[(r0 + r) * s.row + k]);
#pragma GCC unroll 4
                    for (int j = 0; j < columns; ++j)
                        sums[r][j] += x * value[j];
                }
            }
            for (int r = 0; r < rows; ++r)
                for (int j = 0; j < columns; ++j)
                    store(out + ((r0 + r) * V + j0 + j) * lanes, sums[r][j]);
        }
    }
}

/// sums[k][:] += sum over the block's rows of weights[r][k] * rows[r][:]; sums has keys_padded rows.
template <int V>
void add_outer(const float* weights, const float* rows, const Sizes& s, float* sums) {
    constexpr int columns = columns_at_once > 1 ? std::min(V, 8) : 1;
    constexpr int keys = std::min(4, sums_at_once / columns); // with 8, GCC 12 moves sums to memory and back
    for (int k = 0; k < s.keys_padded; k += keys)
        for (int j0 = 0; j0 < V; j0 += columns) {
            Vec part[keys][columns];
#pragma GCC unroll 4
            for (int i = 0; i < keys; ++i)
                for (int j = 0; j < columns; ++j)
                    part[i][j] = load(sums + ((k + i) * V + j0 + j) * lanes);
#pragma GCC unroll 8
            for (int r = 0; r < block; ++r) {
                Vec row[columns];
                for (int j = 0; j < columns; ++j)
                    row[j] = load(rows + (r * V + j0 + j) * lanes);
#pragma GCC unroll 4
                for (int i = 0; i < keys; ++i) {
                    const Vec x = splat(weights[r * s.row + k + i]);
                    for (int j = 0; j < columns; ++j)
                        part[i][j] += x * row[j];
                }
            }
#pragma GCC unroll 4
            for (int i = 0; i < keys; ++i)
                for (int j = 0; j < columns; ++j)
                    store(sums + ((k + i) * V + j0 + j) * lanes, part[i][j]);
        }
}

/// Dropout masks of a block of query rows, one for each vector of keys.
inline void block_masks(const KeepMasks& masks, int first_row, const Sizes& s, Keep* out) {
    const std::uint64_t first_group = static_cast<std::uint64_t>(first_row) * s.vectors / 4;
    const int groups = block * s.vectors / 4;
    constexpr int together = 2;
    static_assert(block % (4 * together) == 0);
    for (int g = 0; g < groups; g += together)
        masks.groups<together>(first_group + g, out + 4 * g);
}

} // namespace

} // namespace tunedesk::kernel::TUNEDESK_ISA
