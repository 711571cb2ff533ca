// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/attention_rows.h"
#include "kernel/sets.h"

#include <utility>

namespace tunedesk::kernel::TUNEDESK_ISA {

namespace {

const float* numbers(const void* rows) {
    return static_cast<const float*>(rows);
}

template <int V, bool Causal>
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
    const std::int64_t of_keys =
        sequence.key_start * a.kv_stride + static_cast<std::int64_t>(head / a.group) * a.head_dim;
    transpose(numbers(a.k) + of_keys, a.kv_stride, s, keys);
    copy_rows<V>(numbers(a.v) + of_keys, a.kv_stride, s.keys, s.keys, a.head_dim, 1, values);
    const float scale = 1.0f / std::sqrt(static_cast<float>(a.head_dim));
    const bool drops = a.dropout.threshold() > 0;
    const KeepMasks masks(a.dropout, sequence.sample, static_cast<std::uint32_t>(head));

    for (int q = 0; q < sequence.queries; q += block) {
        const int rows = sequence.queries - q < block ? sequence.queries - q : block;
        const std::int64_t first = sequence.query_start + q;
        copy_rows<V>(numbers(a.q) + first * a.q_stride + column, a.q_stride, rows, block, a.head_dim, scale,
                     queries);
        Vec peaks[block];
        for (Vec& peak : peaks)
            peak = splat(-INFINITY);
        const Sizes visible = visible_to<Causal>(s, q + rows);
        scores(queries, width, keys, visible, weights, peaks);
        if (drops) block_masks(masks, q, s, mask);
        float factor[block] = {};
        for (int r = 0; r < rows; ++r) {
            float* row = weights + r * s.row;
            const float peak = Causal ? hide_later(row, q + r, visible) : largest(peaks[r]);
            const float total = softmax_row(row, peak, drops ? mask + r * s.vectors : nullptr, visible);
            factor[r] = (drops ? a.dropout.scale() : 1.0f) / total;
            a.lse[head * a.query_rows + first + r] = peak + std::log(total);
        }
        weighted_sum<V>(weights, values, visible, out);
        for (int r = 0; r < rows; ++r)
            for (int j = 0; j < V; ++j)
                store(out + (r * V + j) * lanes, load(out + (r * V + j) * lanes) * factor[r]);
        write_rows<V>(out, rows, a.head_dim, a.out + first * a.out_stride + column, a.out_stride);
    }
}

/// A thread's working memory of the backward pass: a sequence's keys and values, and a block of query rows.
struct BackwardRoom {
    float *keys_t, *values_t;          ///< [head_dim, keys]
    float *keys, *dk, *dv;             ///< [keys, V vectors]
    float *p, *ds;                     ///< [block, keys]
    float *queries, *d_out, *out, *dq; ///< [block, V vectors]
    Keep* mask;
};

template <int V>
BackwardRoom backward_room(const Sizes& s) {
    constexpr int width = V * lanes;
    const std::size_t keys_by_width = static_cast<std::size_t>(s.keys_padded) * width;
    const std::size_t keys_by_dim = static_cast<std::size_t>(s.keys_padded) * s.head_dim;
    float* next = scratch.take(2 * keys_by_dim + 3 * keys_by_width +
                               std::size_t{block} * (2 * s.row + 4 * width) + mask_floats(s));
    const auto take = [&](std::size_t count) { return std::exchange(next, next + count); };
    const auto scores_of_block = static_cast<std::size_t>(block) * s.row;
    return {.keys_t = take(keys_by_dim),
            .values_t = take(keys_by_dim),
            .keys = take(keys_by_width),
            .dk = take(keys_by_width),
            .dv = take(keys_by_width),
            .p = take(scores_of_block),
            .ds = take(scores_of_block),
            .queries = take(block * width),
            .d_out = take(block * width),
            .out = take(block * width),
            .dq = take(block * width),
            .mask = reinterpret_cast<Keep*>(next)};
}

/// The block's probabilities and gradients of scores, room.p and room.ds, from query row q on.
template <int V, bool Causal>
void backward_scores(const Attention& a, const QueryHead& h, int q, int rows, const Sizes& s,
                     int mask_vectors, const BackwardRoom& room) {
    for (int r = 0; r < block; ++r) {
        float *row_p = room.p + r * s.row, *row_ds = room.ds + r * s.row;
        if (r >= rows) {
            std::memset(row_p, 0, s.keys_padded * sizeof(float));
            std::memset(row_ds, 0, s.keys_padded * sizeof(float));
            continue;
        }
        if (Causal) hide_later(row_p, q + r, s);
        Vec product{};
        for (int j = 0; j < V; ++j)
            product += load(room.d_out + (r * V + j) * lanes) * load(room.out + (r * V + j) * lanes);
        const float lse = a.lse[h.head * a.query_rows + h.sequence.query_start + q + r];
        const float delta = sum(product) / h.drop_scale;
        if (h.drops)
            backward_row<true>(row_p, row_ds, room.mask + r * mask_vectors, lse, delta, s);
        else
            backward_row<false>(row_p, row_ds, nullptr, lse, delta, s);
    }
}

/// Writes the query head's dq, and adds to the room's dk and dv.
template <int V, bool Causal>
void backward_head(const Attention& a, const QueryHead& h, const Sizes& s, const BackwardRoom& room) {
    constexpr int width = V * lanes;
    for (int q = 0; q < h.sequence.queries; q += block) {
        const int rows = h.sequence.queries - q < block ? h.sequence.queries - q : block;
        const std::int64_t first = h.sequence.query_start + q, at_out = first * a.out_stride + h.column;
        copy_rows<V>(numbers(a.q) + first * a.q_stride + h.column, a.q_stride, rows, block, a.head_dim,
                     h.score_scale, room.queries);
        copy_rows<V>(a.d_out + at_out, a.out_stride, rows, block, a.head_dim, h.drop_scale, room.d_out);
        copy_rows<V>(a.out + at_out, a.out_stride, rows, block, a.head_dim, 1, room.out);
        const Sizes visible = visible_to<Causal>(s, q + rows);
        Vec peaks[block] = {};
        scores(room.queries, width, room.keys_t, visible, room.p, peaks);
        scores(room.d_out, width, room.values_t, visible, room.ds, nullptr);
        if (h.drops) block_masks(h.masks, q, s, room.mask);
        backward_scores<V, Causal>(a, h, q, rows, visible, s.vectors, room);
        weighted_sum<V>(room.ds, room.keys, visible, room.dq);
        for (int i = 0; i < block * V; ++i)
            store(room.dq + i * lanes, load(room.dq + i * lanes) * h.score_scale);
        write_rows<V>(room.dq, rows, a.head_dim, a.dq + first * a.dq_stride + h.column, a.dq_stride);
        add_outer<V>(room.p, room.d_out, visible, room.dv);    // d_out carries dropout's scale already
        add_outer<V>(room.ds, room.queries, visible, room.dk); // and queries theirs
    }
}

/// One key-value head of a sequence, with every head of the queries that it serves: their sums are one
/// thread's.
template <int V, bool Causal>
void backward_item(const Attention& a, std::int64_t item) {
    const auto key_head = static_cast<int>(item / a.sequence_count);
    const Sequence& sequence = a.sequences[item % a.sequence_count];
    if (sequence.keys == 0) return;
    const Sizes s = sizes_of(a, sequence);
    const BackwardRoom room = backward_room<V>(s);
    const std::int64_t column = static_cast<std::int64_t>(key_head) * a.head_dim;
    const float* k_rows = numbers(a.k) + sequence.key_start * a.kv_stride + column;
    const float* v_rows = numbers(a.v) + sequence.key_start * a.kv_stride + column;
    transpose(k_rows, a.kv_stride, s, room.keys_t);
    transpose(v_rows, a.kv_stride, s, room.values_t);
    copy_rows<V>(k_rows, a.kv_stride, s.keys, s.keys_padded, a.head_dim, 1, room.keys);
    const std::size_t bytes = static_cast<std::size_t>(s.keys_padded) * V * lanes * sizeof(float);
    std::memset(room.dk, 0, bytes);
    std::memset(room.dv, 0, bytes);
    for (int i = 0; i < a.group; ++i)
        backward_head<V, Causal>(a, QueryHead(a, sequence, key_head * a.group + i), s, room);
    const std::int64_t to = sequence.key_start * a.dkv_stride + column;
    write_rows<V>(room.dk, s.keys, a.head_dim, a.dk + to, a.dkv_stride);
    write_rows<V>(room.dv, s.keys, a.head_dim, a.dv + to, a.dkv_stride);
}

} // namespace

void attention_forward(const Attention& a, std::int64_t begin, std::int64_t end) {
    with_kind(a, [&]<int V, bool Causal>() {
        for (std::int64_t i = begin; i < end; ++i)
            forward_item<V, Causal>(a, i);
    });
}

void attention_backward(const Attention& a, std::int64_t begin, std::int64_t end) {
    with_kind(a, [&]<int V, bool Causal>() {
        for (std::int64_t i = begin; i < end; ++i)
            backward_item<V, Causal>(a, i);
    });
}

} // namespace tunedesk::kernel::TUNEDESK_ISA
