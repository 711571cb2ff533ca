#include "kernel/sets.h"
#include "kernel/simd.h"

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
    int head_dim;
};

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

/// to[d][k] = from[k][d] of a strided matrix; columns beyond the keys are zero.
void transpose(const float* from, std::int64_t stride, const Sizes& s, float* to) {
    for (int d = 0; d < s.head_dim; ++d)
        for (int k = s.keys; k < s.keys_padded; ++k)
            to[d * s.keys_padded + k] = 0;
    for (int k0 = 0; k0 < s.keys; k0 += lanes) {
        const int k1 = k0 + lanes < s.keys ? k0 + lanes : s.keys;
        for (int d = 0; d < s.head_dim; ++d)
            for (int k = k0; k < k1; ++k)
                to[d * s.keys_padded + k] = from[k * stride + d];
    }
}

/// out[r][k] = sum over d of rows[r][d] * columns[d][k], for a block of rows; row_width floats between two
/// rows.
template <int N>
inline void scores_part(const float* rows, int row_width, const float* columns, const Sizes& s, int k,
                        float* out) {
    Vec sums[block][N] = {};
    for (int d = 0; d < s.head_dim; ++d) {
        Vec column[N];
        for (int j = 0; j < N; ++j)
            column[j] = load(columns + d * s.keys_padded + k + j * lanes);
#pragma GCC unroll 8
        for (int r = 0; r < block; ++r) {
            const Vec x = splat(rows[r * row_width + d]);
#pragma GCC unroll 2
            for (int j = 0; j < N; ++j)
                sums[r][j] += x * column[j];
        }
    }
    for (int r = 0; r < block; ++r)
        for (int j = 0; j < N; ++j)
            store(out + r * s.keys_padded + k + j * lanes, sums[r][j]);
}

void scores(const float* rows, int row_width, const float* columns, const Sizes& s, float* out) {
    int k = 0;
    for (; k + 2 * lanes <= s.keys_padded; k += 2 * lanes)
        scores_part<2>(rows, row_width, columns, s, k, out);
    if (k < s.keys_padded) scores_part<1>(rows, row_width, columns, s, k, out);
}

/// out[r][:] = sum over k of weights[r][k] * values[k][:], for a block of rows of V vectors.
template <int V>
void weighted_sum(const float* weights, const float* values, const Sizes& s, float* out) {
    constexpr int rows = V <= 2 ? block : 4;
    for (int r0 = 0; r0 < block; r0 += rows) {
        constexpr int columns = V <= 4 ? V : 4; // register blocks
        for (int j0 = 0; j0 < V; j0 += columns) {
            Vec sums[rows][columns] = {};
            for (int k = 0; k < s.keys; ++k) {
                Vec value[columns];
                for (int j = 0; j < columns; ++j)
                    value[j] = load(values + (k * V + j0 + j) * lanes);
#pragma GCC unroll 8
                for (int r = 0; r < rows; ++r) {
                    const Vec x = splat(weights[(r0 + r) * s.keys_padded + k]);
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
    constexpr int keys = V <= 4 ? 4 : 2;
    for (int k = 0; k < s.keys_padded; k += keys) {
        Vec part[keys][V];
        for (int i = 0; i < keys; ++i)
            for (int j = 0; j < V; ++j)
                part[i][j] = load(sums + ((k + i) * V + j) * lanes);
#pragma GCC unroll 8
        for (int r = 0; r < block; ++r) {
            Vec row[V];
            for (int j = 0; j < V; ++j)
                row[j] = load(rows + (r * V + j) * lanes);
            for (int i = 0; i < keys; ++i) {
                const Vec x = splat(weights[r * s.keys_padded + k + i]);
                for (int j = 0; j < V; ++j)
                    part[i][j] += x * row[j];
            }
        }
        for (int i = 0; i < keys; ++i)
            for (int j = 0; j < V; ++j)
                store(sums + ((k + i) * V + j) * lanes, part[i][j]);
    }
}

/// Dropout masks of a block of query rows, a vector of lanes for each vector of keys: 0 or all ones.
void block_masks(const KeepMasks& masks, int first_row, const Sizes& s, float* out) {
    const std::uint64_t first_group = static_cast<std::uint64_t>(first_row) * s.vectors / 4;
    for (int g = 0; g < block * s.vectors / 4; ++g) {
        IVec keep[4];
        masks.group(first_group + g, keep);
        std::memcpy(out + g * 4 * lanes, keep, sizeof keep);
    }
}

inline Vec masked(const float* mask, Vec x) {
    IVec keep;
    std::memcpy(&keep, mask, sizeof keep);
    const IVec bits = reinterpret_cast<IVec>(x) & keep;
    return reinterpret_cast<Vec>(bits);
}

/// Turns a row of scores into unnormalised probabilities in place; gives their sum and the row's largest
/// score.
float softmax_row(float* row, const Sizes& s, float& peak) {
    const int tail = (s.vectors - 1) * lanes;
    const IVec valid = lane_index < (s.keys - tail);
    store(row + tail, choose(valid, load(row + tail), splat(-INFINITY)));
    Vec top = load(row);
    for (int k = lanes; k < s.keys_padded; k += lanes)
        top = max(load(row + k), top);
    peak = largest(top);
    Vec total{};
    for (int k = 0; k < s.keys_padded; k += lanes) {
        const Vec e = exp(load(row + k) - peak);
        store(row + k, e);
        total += e;
    }
    return sum(total);
}

Sizes sizes_of(const Attention& a, const Sequence& sequence) {
    const int vectors = (sequence.keys + lanes - 1) / lanes;
    return {sequence.keys, vectors * lanes, vectors, a.head_dim};
}

template <int V>
void forward_item(const Attention& a, std::int64_t item) {
    const auto head = static_cast<int>(item / a.sequence_count);
    const Sequence& sequence = a.sequences[item % a.sequence_count];
    if (sequence.keys == 0 || sequence.queries == 0) return;
    const Sizes s = sizes_of(a, sequence);
    constexpr int width = V * lanes;
    float* keys = scratch.take(static_cast<std::size_t>(s.keys_padded) * (a.head_dim + width + 2 * block) +
                               2 * block * width);
    float* values = keys + s.keys_padded * a.head_dim;
    float* weights = values + s.keys_padded * width;
    float* mask = weights + s.keys_padded * block;
    float* queries = mask + s.keys_padded * block;
    float* out = queries + block * width;

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
        scores(queries, width, keys, s, weights);
        if (drops) block_masks(masks, q, s, mask);
        float factor[block] = {};
        for (int r = 0; r < block; ++r) {
            float* row = weights + r * s.keys_padded;
            float peak = 0;
            const float total = softmax_row(row, s, peak);
            factor[r] = (drops ? a.dropout.scale() : 1.0f) / total;
            if (r < rows) a.lse[head * a.query_rows + first + r] = peak + std::log(total);
            if (drops)
                for (int k = 0; k < s.keys_padded; k += lanes)
                    store(row + k, masked(mask + r * s.keys_padded + k, load(row + k)));
        }
        weighted_sum<V>(weights, values, s, out);
        for (int r = 0; r < rows; ++r)
            for (int j = 0; j < V; ++j)
                store(out + (r * V + j) * lanes, load(out + (r * V + j) * lanes) * factor[r]);
        write_rows<V>(out, rows, a.head_dim, a.out + first * a.out_stride + column, a.out_stride);
    }
}

/// One row's probabilities and score gradients. On entry `p` holds scaled scores and `ds` the products d_out
/// . v; on return `p` the probabilities after dropout (without its scale) and `ds` the gradient of the scaled
/// scores.
void backward_row(float* p, float* ds, const float* mask, float scale, float lse, float delta,
                  const Sizes& s) {
    for (int k = 0; k < s.keys_padded; k += lanes) {
        const IVec valid = (lane_index + k) < s.keys;
        const Vec probability = choose(valid, exp(load(p + k) - lse), Vec{});
        Vec flow = load(ds + k) * scale;
        Vec kept = probability;
        if (mask) {
            flow = masked(mask + k, flow);
            kept = masked(mask + k, kept);
        }
        store(p + k, kept);
        store(ds + k, probability * (flow - delta));
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
    float* keys_t =
        scratch.take(2 * keys_by_dim + 3 * keys_by_width + 3ul * block * s.keys_padded + 4ul * block * width);
    float* values_t = keys_t + keys_by_dim;
    float* keys = values_t + keys_by_dim;
    float* dk = keys + keys_by_width;
    float* dv = dk + keys_by_width;
    float* p = dv + keys_by_width;
    float* ds = p + block * s.keys_padded;
    float* mask = ds + block * s.keys_padded;
    float* queries = mask + block * s.keys_padded;
    float* d_out = queries + block * width;
    float* out = d_out + block * width;
    float* dq = out + block * width;

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
        copy_rows<V>(a.d_out + first * a.out_stride + column, a.out_stride, rows, block, a.head_dim, 1,
                     d_out);
        copy_rows<V>(a.out + first * a.out_stride + column, a.out_stride, rows, block, a.head_dim, 1, out);
        scores(queries, width, keys_t, s, p);
        scores(d_out, width, values_t, s, ds);
        if (drops) block_masks(masks, q, s, mask);
        for (int r = 0; r < block; ++r) {
            if (r >= rows) {
                std::memset(p + r * s.keys_padded, 0, s.keys_padded * sizeof(float));
                std::memset(ds + r * s.keys_padded, 0, s.keys_padded * sizeof(float));
                continue;
            }
            Vec product{};
            for (int j = 0; j < V; ++j)
                product += load(d_out + (r * V + j) * lanes) * load(out + (r * V + j) * lanes);
            backward_row(p + r * s.keys_padded, ds + r * s.keys_padded,
                         drops ? mask + r * s.keys_padded : nullptr, drop_scale,
                         a.lse[head * a.query_rows + first + r], sum(product), s);
        }
        weighted_sum<V>(ds, keys, s, dq);
        for (int i = 0; i < block * V; ++i)
            store(dq + i * lanes, load(dq + i * lanes) * score_scale);
        write_rows<V>(dq, rows, a.head_dim, a.dq + first * a.dq_stride + column, a.dq_stride);
        add_outer<V>(p, d_out, s, dv);
        add_outer<V>(ds, queries, s, dk); // queries carry the scale already
    }
    for (std::size_t i = 0; i < keys_by_width; i += lanes)
        store(dv + i, load(dv + i) * drop_scale);
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
