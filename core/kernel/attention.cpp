#include "kernel/attention_tiles.h"
#include "kernel/sets.h"

#include <utility>

namespace tunedesk::kernel::TUNEDESK_ISA {

namespace {

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

/// The keys that the query rows before `end` see, from which a causal mask hides what comes after them.
template <bool Causal>
Sizes visible_to(const Sizes& s, int end) {
    if (!Causal || end >= s.keys) return s;
    const int padded = std::min(s.keys_padded, (end + tile - 1) / tile * tile);
    return {end, padded, padded / lanes, s.row, s.head_dim};
}

/// Hides the keys after the query's own place `own` from its row of scores; gives the largest of the others.
float hide_later(float* row, int own, const Sizes& s) {
    Vec peak = splat(-INFINITY);
    for (int v = 0; v < s.vectors; ++v) {
        const Vec x = choose(lanes_below(own + 1 - v * lanes), load(row + v * lanes), splat(-INFINITY));
        store(row + v * lanes, x);
        peak = max(x, peak);
    }
    return largest(peak);
}

/// Room for a block's dropout masks, in floats.
std::size_t mask_floats(const Sizes& s) {
    return std::size_t{block} * s.vectors * sizeof(Keep) / sizeof(float);
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
    transpose(a.k + of_keys, a.kv_stride, s, keys);
    copy_rows<V>(a.v + of_keys, a.kv_stride, s.keys, s.keys, a.head_dim, 1, values);
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

/// A query head of one sequence: where its rows begin, and its dropout.
struct QueryHead {
    const Sequence& sequence;
    int head;
    std::int64_t column; ///< of q, out and their gradients
    float score_scale, drop_scale;
    bool drops;
    KeepMasks masks;

    QueryHead(const Attention& a, const Sequence& of, int number)
        : sequence(of), head(number), column(static_cast<std::int64_t>(number) * a.head_dim),
          score_scale(1.0f / std::sqrt(static_cast<float>(a.head_dim))),
          drop_scale(a.dropout.threshold() > 0 ? a.dropout.scale() : 1.0f), drops(a.dropout.threshold() > 0),
          masks(a.dropout, of.sample, static_cast<std::uint32_t>(number)) {}
};

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
        copy_rows<V>(a.q + first * a.q_stride + h.column, a.q_stride, rows, block, a.head_dim, h.score_scale,
                     room.queries);
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
    const float* k_rows = a.k + sequence.key_start * a.kv_stride + column;
    const float* v_rows = a.v + sequence.key_start * a.kv_stride + column;
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

/// Calls the work made for the number of vectors that a head's row takes, and for the mask.
void with_kind(const Attention& a, const auto& work) {
    const auto with_mask = [&]<int V>() {
        if (a.causal)
            work.template operator()<V, true>();
        else
            work.template operator()<V, false>();
    };
    if (a.head_dim <= 16)
        with_mask.template operator()<1>();
    else if (a.head_dim <= 32)
        with_mask.template operator()<2>();
    else if (a.head_dim <= 64)
        with_mask.template operator()<4>();
    else if (a.head_dim <= 128)
        with_mask.template operator()<8>();
    else
        with_mask.template operator()<16>();
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
