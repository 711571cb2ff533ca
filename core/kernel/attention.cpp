#include "kernel/sets.h"
#include "kernel/simd.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace tunedesk::kernel::TUNEDESK_ISA {

namespace {

constexpr int block =
    8; ///< query rows computed together; a multiple of 4, so that a block's masks are whole groups

/// A thread's working memory, reused from call to call.
class Scratch {
public:
    ~Scratch() { std::free(memory_); }
    /// `count` floats, 64-byte aligned, contents undefined.
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
    int keys, keys_padded, vectors; ///< vectors: key vectors a row
    int row; ///< floats between two rows of scores: no power of two, for the cache's sake
    int head_dim;
};

/// Vectors of sums that a loop keeps in registers, and how many of them lie side by side in a row.
#if defined(__AVX512F__)
constexpr int sums_at_once = 16, tile_vectors = 2, columns_at_once = 4;
#elif defined(__AVX2__)
constexpr int sums_at_once = 4, tile_vectors = 1, columns_at_once = 1;
#else
constexpr int sums_at_once = 2, tile_vectors = 1, columns_at_once = 1;
#endif
constexpr int tile = tile_vectors * lanes; ///< keys whose scores are made at once

/// Rows of a strided matrix into contiguous rows of `width` floats, padded with zeros, times `factor`.
template <int V>
void copy_rows(const float* from, std::int64_t stride, int rows, int rows_padded, int head_dim, float factor,
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

/// to[d][k] = from[k][d] of a strided matrix, tile after tile of keys; keys beyond the last are zero.
void transpose(const float* from, std::int64_t stride, const Sizes& s, float* to) {
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

/// out[r][k] = sum over d of rows[r][d] * columns[d][k], for R rows, of N vectors of a tile; row_width floats
/// between two rows.
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

/// The block's scores of all keys. `peaks`, or null, takes the largest of each row by lanes; with it, scores
/// beyond the last key are -infinity.
void scores(const float* rows, int row_width, const float* columns, const Sizes& s, float* out, Vec* peaks) {
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

/// out[r][:] = sum over k of weights[r][k] * values[k][:], for a block of rows of V vectors.
template <int V>
void weighted_sum(const float* weights, const float* values, const Sizes& s, float* out) {
    constexpr int columns = std::min(V, columns_at_once), rows = std::min(block, sums_at_once / columns);
    for (int r0 = 0; r0 < block; r0 += rows) {
        for (int j0 = 0; j0 < V; j0 += columns) {
            Vec sums[rows][columns] = {};
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
    constexpr int columns = columns_at_once > 1 ? V : 1;
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
void block_masks(const KeepMasks& masks, int first_row, const Sizes& s, Keep* out) {
    const std::uint64_t first_group = static_cast<std::uint64_t>(first_row) * s.vectors / 4;
    const int groups = block * s.vectors / 4;
    constexpr int together = 2;
    static_assert(block % (4 * together) == 0);
    for (int g = 0; g < groups; g += together)
        masks.groups<together>(first_group + g, out + 4 * g);
}

/// Turns a row of scores into unnormalised probabilities in place, those that dropout leaves; gives the sum
/// of all.
float softmax_row(float* row, float peak, const Keep* keep, const Sizes& s) {
    Vec total{};
    for (int v = 0; v < s.vectors; ++v) {
        const Vec e = exp(load(row + v * lanes) - peak);
        total += e;
        store(row + v * lanes, keep ? kept(keep[v], e) : e);
    }
    return sum(total);
}

Sizes sizes_of(const Attention& a, const Sequence& sequence) {
    const int vectors = (sequence.keys + lanes - 1) / lanes;
    return {sequence.keys, vectors * lanes, vectors, (vectors + 1) * lanes, a.head_dim};
}

/// Room for a block's dropout masks, in floats.
std::size_t mask_floats(const Sizes& s) {
    return std::size_t{block} * s.vectors * sizeof(Keep) / sizeof(float);
}

template <int V>
void forward_item(const Attention& a, std::int64_t item) {
    const auto head = static_cast<int>(item / a.sequence_count);
    const Sequence& sequence = a.sequences[item % a.sequence_count];
    if (sequence.keys == 0 || sequence.queries == 0) return;
    const Sizes s = sizes_of(a, sequence);
    constexpr int width = V * lanes;
    const std::size_t keys_by_dim = static_cast<std::size_t>(s.keys_padded) * a.head_dim;
    const std::size_t keys_by_width = static_cast<std::size_t>(s.keys_padded) * width;
    float* keys =
        scratch.take(keys_by_dim + keys_by_width + std::size_t{block} * (s.row + 2 * width) + mask_floats(s));
    float* values = keys + keys_by_dim;
    float* weights = values + keys_by_width;
    float* queries = weights + block * s.row;
    float* out = queries + block * width;
    Keep* mask = reinterpret_cast<Keep*>(out + block * width);

    const std::int64_t column = static_cast<std::int64_t>(head) * a.head_dim;
    transpose(a.k + sequence.key_start * a.kv_stride + column, a.kv_stride, s, keys);
    copy_rows<V>(a.v + sequence.key_start * a.kv_stride + column, a.kv_stride, s.keys, s.keys, a.head_dim, 1,
                 values);
    const float scale = 1.0f / std::sqrt(static_cast<float>(a.head_dim));
    const bool drops = a.dropout.threshold() > 0;
    const KeepMasks masks(a.dropout, sequence.sample, static_cast<std::uint32_t>(head));

    for (int q = 0; q < sequence.queries; q += block) {
        const int rows = sequence.queries - q < block ? sequence.queries - q : block;
        const std::int64_t first = sequence.query_start + q;
        copy_rows<V>(a.q + first * a.q_stride + column, a.q_stride, rows, block, a.head_dim, scale, queries);
        Vec peaks[block];
        for (Vec& peak : peaks)
            peak = splat(-INFINITY);
        scores(queries, width, keys, s, weights, peaks);
        if (drops) block_masks(masks, q, s, mask);
        float factor[block] = {};
        for (int r = 0; r < rows; ++r) {
            const float peak = largest(peaks[r]);
            const float total =
                softmax_row(weights + r * s.row, peak, drops ? mask + r * s.vectors : nullptr, s);
            factor[r] = (drops ? a.dropout.scale() : 1.0f) / total;
            a.lse[head * a.query_rows + first + r] = peak + std::log(total);
        }
        weighted_sum<V>(weights, values, s, out);
        for (int r = 0; r < rows; ++r)
            for (int j = 0; j < V; ++j)
                store(out + (r * V + j) * lanes, load(out + (r * V + j) * lanes) * factor[r]);
        write_rows<V>(out, rows, a.head_dim, a.out + first * a.out_stride + column, a.out_stride);
    }
}

/// One row's probabilities and score gradients. On entry `p` holds scaled scores and `ds` the products of
/// d_out, with dropout's scale, and v; on return `p` the probabilities that dropout leaves, without its
/// scale, and `ds` the gradient of the scaled scores.
template <bool Drops>
void backward_row(float* p, float* ds, const Keep* keep, float lse, float delta, const Sizes& s) {
    for (int v = 0; v < s.vectors; ++v) {
        const Vec probability = exp(load(p + v * lanes) - lse); // 0 beyond the last key
        Vec flow = load(ds + v * lanes);
        if (Drops) {
            flow = kept(keep[v], flow);
            store(p + v * lanes, kept(keep[v], probability));
        } else {
            store(p + v * lanes, probability);
        }
        store(ds + v * lanes, probability * (flow - delta));
    }
}

template <int V>
void backward_item(const Attention& a, std::int64_t item) {
    const auto head = static_cast<int>(item / a.sequence_count);
    const Sequence& sequence = a.sequences[item % a.sequence_count];
    if (sequence.keys == 0) return;
    const Sizes s = sizes_of(a, sequence);
    constexpr int width = V * lanes;
    const std::size_t keys_by_width = static_cast<std::size_t>(s.keys_padded) * width;
    const std::size_t keys_by_dim = static_cast<std::size_t>(s.keys_padded) * a.head_dim;
    float* keys_t = scratch.take(2 * keys_by_dim + 3 * keys_by_width +
                                 std::size_t{block} * (2 * s.row + 4 * width) + mask_floats(s));
    float* values_t = keys_t + keys_by_dim;
    float* keys = values_t + keys_by_dim;
    float* dk = keys + keys_by_width;
    float* dv = dk + keys_by_width;
    float* p = dv + keys_by_width;
    float* ds = p + block * s.row;
    float* queries = ds + block * s.row;
    float* d_out = queries + block * width;
    float* out = d_out + block * width;
    float* dq = out + block * width;
    Keep* mask = reinterpret_cast<Keep*>(dq + block * width);

    const std::int64_t column = static_cast<std::int64_t>(head) * a.head_dim;
    const float* k_rows = a.k + sequence.key_start * a.kv_stride + column;
    const float* v_rows = a.v + sequence.key_start * a.kv_stride + column;
    transpose(k_rows, a.kv_stride, s, keys_t);
    transpose(v_rows, a.kv_stride, s, values_t);
    copy_rows<V>(k_rows, a.kv_stride, s.keys, s.keys_padded, a.head_dim, 1, keys);
    std::memset(dk, 0, keys_by_width * sizeof(float));
    std::memset(dv, 0, keys_by_width * sizeof(float));
    const float score_scale = 1.0f / std::sqrt(static_cast<float>(a.head_dim));
    const bool drops = a.dropout.threshold() > 0;
    const float drop_scale = drops ? a.dropout.scale() : 1.0f;
    const KeepMasks masks(a.dropout, sequence.sample, static_cast<std::uint32_t>(head));

    for (int q = 0; q < sequence.queries; q += block) {
        const int rows = sequence.queries - q < block ? sequence.queries - q : block;
        const std::int64_t first = sequence.query_start + q;
        copy_rows<V>(a.q + first * a.q_stride + column, a.q_stride, rows, block, a.head_dim, score_scale,
                     queries);
        copy_rows<V>(a.d_out + first * a.out_stride + column, a.out_stride, rows, block, a.head_dim,
                     drop_scale, d_out);
        copy_rows<V>(a.out + first * a.out_stride + column, a.out_stride, rows, block, a.head_dim, 1, out);
        Vec peaks[block] = {};
        scores(queries, width, keys_t, s, p, peaks);
        scores(d_out, width, values_t, s, ds, nullptr);
        if (drops) block_masks(masks, q, s, mask);
        for (int r = 0; r < block; ++r) {
            float *row_p = p + r * s.row, *row_ds = ds + r * s.row;
            if (r >= rows) {
                std::memset(row_p, 0, s.keys_padded * sizeof(float));
                std::memset(row_ds, 0, s.keys_padded * sizeof(float));
                continue;
            }
            Vec product{};
            for (int j = 0; j < V; ++j)
                product += load(d_out + (r * V + j) * lanes) * load(out + (r * V + j) * lanes);
            const float lse = a.lse[head * a.query_rows + first + r], delta = sum(product) / drop_scale;
            if (drops)
                backward_row<true>(row_p, row_ds, mask + r * s.vectors, lse, delta, s);
            else
                backward_row<false>(row_p, row_ds, nullptr, lse, delta, s);
        }
        weighted_sum<V>(ds, keys, s, dq);
        for (int i = 0; i < block * V; ++i)
            store(dq + i * lanes, load(dq + i * lanes) * score_scale);
        write_rows<V>(dq, rows, a.head_dim, a.dq + first * a.dq_stride + column, a.dq_stride);
        add_outer<V>(p, d_out, s, dv);    // d_out carries dropout's scale already
        add_outer<V>(ds, queries, s, dk); // and queries theirs
    }
    write_rows<V>(dk, s.keys, a.head_dim, a.dk + sequence.key_start * a.dkv_stride + column, a.dkv_stride);
    write_rows<V>(dv, s.keys, a.head_dim, a.dv + sequence.key_start * a.dkv_stride + column, a.dkv_stride);
}

/// Calls the work made for the number of vectors that a head's row takes.
void with_vectors(int head_dim, const auto& work) {
    if (head_dim <= 16)
        work.template operator()<1>();
    else if (head_dim <= 32)
        work.template operator()<2>();
    else if (head_dim <= 64)
        work.template operator()<4>();
    else
        work.template operator()<8>();
}

} // namespace

void attention_forward(const Attention& a, std::int64_t begin, std::int64_t end) {
    with_vectors(a.head_dim, [&]<int V>() {
        for (std::int64_t i = begin; i < end; ++i)
            forward_item<V>(a, i);
    });
}

void attention_backward(const Attention& a, std::int64_t begin, std::int64_t end) {
    with_vectors(a.head_dim, [&]<int V>() {
        for (std::int64_t i = begin; i < end; ++i)
            backward_item<V>(a, i);
    });
}

} // namespace tunedesk::kernel::TUNEDESK_ISA
