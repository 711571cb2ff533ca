// SPDX-License-Identifier: GPL-3.0-or-later
// Attention whose products take pairs of bf16 numbers.

#include "kernel/bf16_products.h"

#include <utility>

namespace tunedesk::kernel::TUNEDESK_ISA {

namespace {

/// A thread's working memory, part after part; each begins at a cache line.
class Room {
public:
    explicit Room(std::size_t numbers) : next_(scratch.take(numbers + parts * lanes)) {}
    float* floats(std::size_t count) {
        return std::exchange(next_, next_ + (count + lanes - 1) / lanes * lanes);
    }
    Pairs* pairs(std::size_t count) { return reinterpret_cast<Pairs*>(floats(count)); }
    static constexpr std::size_t parts = 20; ///< at most

private:
    float* next_;
};

std::size_t column_pairs(const Sizes& s) {
    return static_cast<std::size_t>(s.keys_padded) * static_cast<std::size_t>(pairs_of(s.head_dim));
}

/// Hides the places beyond the last key; gives the largest of the scores.
float hide_padding(float* row, const Sizes& s) {
    const int last = s.keys_padded - lanes;
    Vec peak = choose(lanes_below(s.keys - last), load(row + last), splat(-INFINITY));
    store(row + last, peak);
    for (int k = 0; k < last; k += lanes)
        peak = max(load(row + k), peak);
    return largest(peak);
}

/// Masks of the group's rows, block by block.
void group_masks(const KeepMasks& masks, int first_row, const Sizes& s, Keep* out) {
    for (int r = 0; r < group; r += block)
        block_masks(masks, first_row + r, s, out + r * s.vectors);
}

template <int V, bool Causal>
void forward_item(const Attention& a, std::int64_t item) {
    const QueryHead h(a, a.sequences[item % a.sequence_count], static_cast<int>(item / a.sequence_count));
    const Sequence& sequence = h.sequence;
    if (sequence.keys == 0 || sequence.queries == 0) return;
    const Sizes s = sizes_of(a, sequence);
    constexpr std::size_t width = V * lanes;
    const std::size_t by_pairs = static_cast<std::size_t>(s.keys_padded) / 2 * width;
    const std::size_t scores = std::size_t{group} * s.row, of_rows = std::size_t{group} * width;
    Room room(column_pairs(s) + by_pairs + 2 * scores + 2 * of_rows + 2 * mask_floats(s));
    Pairs *keys = room.pairs(column_pairs(s)), *values = room.pairs(by_pairs), *rounded = room.pairs(scores),
          *queries = room.pairs(of_rows);
    float *weights = room.floats(scores), *out = room.floats(of_rows);
    Keep* mask = reinterpret_cast<Keep*>(room.floats(2 * mask_floats(s)));

    const std::int64_t key_column = static_cast<std::int64_t>(h.head / a.group) * a.head_dim;
    pack_columns_of_keys(head_rows(a.k, sequence.key_start, a.kv_stride, key_column), s, keys);
    pack_pairs_of_rows<V>(head_rows(a.v, sequence.key_start, a.kv_stride, key_column), s.keys, s.keys_padded,
                          a.head_dim, values);
    for (int q = 0; q < sequence.queries; q += group) {
        const int rows = std::min(group, sequence.queries - q);
        const std::int64_t first = sequence.query_start + q;
        copy_pairs(head_rows(a.q, first, a.q_stride, h.column), rows, a.head_dim, queries);
        const Sizes visible = visible_to<Causal>(s, q + rows);
        const int used = (rows + block - 1) / block * block;
        for (int r = 0; r < used; r += block)
            pair_scores(queries + r * pairs_of(a.head_dim), keys, visible, h.score_scale,
                        weights + r * s.row);
        if (h.drops) group_masks(h.masks, q, s, mask);
        float factor[group] = {};
        for (int r = 0; r < rows; ++r) {
            float* row = weights + r * s.row;
            const float peak = Causal ? hide_later(row, q + r, visible) : hide_padding(row, visible);
            const float total = softmax_row(row, peak, h.drops ? mask + r * s.vectors : nullptr, visible);
            factor[r] = h.drop_scale / total;
            a.lse[h.head * a.query_rows + first + r] = peak + std::log(total);
        }
        for (int r = 0; r < used; ++r)
            round_row(weights + r * s.row, visible, rounded + r * weight_stride(s));
        for (int r = 0; r < used; r += block)
            sum_over_keys<V>(rounded + r * weight_stride(s), values, visible, out + r * V * lanes);
        for (int r = 0; r < rows; ++r)
            for (int j = 0; j < V; ++j)
                store(out + (r * V + j) * lanes, load(out + (r * V + j) * lanes) * factor[r]);
        write_rows<V>(out, rows, a.head_dim, a.out + first * a.out_stride + h.column, a.out_stride);
    }
}

/// Memory of the backward pass: a sequence's keys and values, and a group of query rows.
struct GroupRoom {
    Pairs *keys, *values;          ///< pairs of columns
    Pairs* keys_by_rows;           ///< pairs of keys
    float *dk, *dv;                ///< [keys, V vectors]
    float *p, *ds;                 ///< [group, keys]
    Pairs *rounded_p, *rounded_ds; ///< pairs of keys of the same
    Pairs* across;                 ///< pairs of query rows, [group / 2, keys]
    Pairs *queries, *queries_by_rows, *d_out, *d_out_by_rows;
    float* dq;                 ///< [group, V vectors]
    std::uint16_t* d_out_rows; ///< bf16 [group, V vectors]
    Keep* mask;
};

template <int V>
GroupRoom group_room(const Sizes& s) {
    constexpr std::size_t width = V * lanes;
    const auto keys = static_cast<std::size_t>(s.keys_padded);
    const std::size_t scores = std::size_t{group} * s.row, of_rows = std::size_t{group} * width,
                      by_pairs = keys / 2 * width;
    Room room(2 * column_pairs(s) + by_pairs + 2 * keys * width + 5 * scores + 6 * of_rows +
              2 * mask_floats(s));
    return {.keys = room.pairs(column_pairs(s)),
            .values = room.pairs(column_pairs(s)),
            .keys_by_rows = room.pairs(by_pairs),
            .dk = room.floats(keys * width),
            .dv = room.floats(keys * width),
            .p = room.floats(scores),
            .ds = room.floats(scores),
            .rounded_p = room.pairs(scores / 2),
            .rounded_ds = room.pairs(scores / 2),
            .across = room.pairs(scores / 2),
            .queries = room.pairs(of_rows),
            .queries_by_rows = room.pairs(of_rows / 2),
            .d_out = room.pairs(of_rows),
            .d_out_by_rows = room.pairs(of_rows / 2),
            .dq = room.floats(of_rows),
            .d_out_rows = reinterpret_cast<std::uint16_t*>(room.floats(of_rows / 2)),
            .mask = reinterpret_cast<Keep*>(room.floats(2 * mask_floats(s)))};
}

/// One row's probabilities and score gradients, from both rows of products.
template <bool Causal>
void row_gradients(const Attention& a, const QueryHead& h, int q, const std::uint16_t* d_out,
                   const float* out, const Keep* keep, const Sizes& s, float* p, float* ds) {
    if (Causal)
        hide_later(p, q, s);
    else
        hide_padding(p, s);
    Vec product{};
    for (int d = 0; d < a.head_dim; d += lanes)
        product += load_up_to(reinterpret_cast<const BFloat16*>(d_out) + d, a.head_dim - d) *
                   load_up_to(out + d, a.head_dim - d);
    const float lse = a.lse[h.head * a.query_rows + h.sequence.query_start + q];
    if (h.drops)
        backward_row<true>(p, ds, keep, lse, sum(product), s);
    else
        backward_row<false>(p, ds, nullptr, lse, sum(product), s);
}

/// The group's rows of the gradient of out in bf16.
template <int V>
void round_gradients(const float* from, std::int64_t stride, int rows, int head_dim, std::uint16_t* to) {
    for (int r = 0; r < group; ++r)
        for (int j = 0; j < V; ++j) {
            const int rest = head_dim - j * lanes;
            const Vec x = r < rows && rest > 0 ? load_up_to(from + r * stride + j * lanes, rest) : Vec{};
            _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + (r * V + j) * lanes),
                                reinterpret_cast<__m256i>(_mm512_cvtneps_pbh(reinterpret_cast<__m512>(x))));
        }
}

/// Writes the query head's dq, and adds to the room's dk and dv.
template <int V, bool Causal>
void backward_head(const Attention& a, const QueryHead& h, const Sizes& s, const GroupRoom& room) {
    const int pairs = pairs_of(a.head_dim);
    for (int q = 0; q < h.sequence.queries; q += group) {
        const int rows = std::min(group, h.sequence.queries - q);
        const std::int64_t first = h.sequence.query_start + q, at_out = first * a.out_stride + h.column;
        const HeadRows queries = head_rows(a.q, first, a.q_stride, h.column),
                       d_out{room.d_out_rows, V * lanes};
        round_gradients<V>(a.d_out + at_out, a.out_stride, rows, a.head_dim, room.d_out_rows);
        copy_pairs(queries, rows, a.head_dim, room.queries);
        copy_pairs(d_out, group, a.head_dim, room.d_out);
        pack_pairs_of_rows<V>(queries, rows, group, a.head_dim, room.queries_by_rows);
        pack_pairs_of_rows<V>(d_out, group, group, a.head_dim, room.d_out_by_rows);
        const Sizes visible = visible_to<Causal>(s, q + rows);
        for (int r = 0; r < group; r += block) {
            pair_scores(room.queries + r * pairs, room.keys, visible, h.score_scale, room.p + r * s.row);
            pair_scores(room.d_out + r * pairs, room.values, visible, h.drop_scale, room.ds + r * s.row);
        }
        if (h.drops) group_masks(h.masks, q, s, room.mask);
        for (int r = 0; r < group; ++r) {
            float *p = room.p + r * s.row, *ds = room.ds + r * s.row;
            if (r < rows) {
                row_gradients<Causal>(a, h, q + r, room.d_out_rows + r * V * lanes,
                                      a.out + at_out + r * a.out_stride, room.mask + r * s.vectors, visible,
                                      p, ds);
            } else {
                std::memset(p, 0, visible.keys_padded * sizeof(float));
                std::memset(ds, 0, visible.keys_padded * sizeof(float));
            }
            round_row(p, visible, room.rounded_p + r * weight_stride(s));
            round_row(ds, visible, room.rounded_ds + r * weight_stride(s));
        }
        for (int r = 0; r < group; r += block)
            sum_over_keys<V>(room.rounded_ds + r * weight_stride(s), room.keys_by_rows, visible,
                             room.dq + r * V * lanes);
        for (int i = 0; i < group * V; ++i)
            store(room.dq + i * lanes, load(room.dq + i * lanes) * h.score_scale);
        write_rows<V>(room.dq, rows, a.head_dim, a.dq + first * a.dq_stride + h.column, a.dq_stride);
        pair_up_rows(room.rounded_p, visible, room.across);
        add_over_queries<V>(room.across, room.d_out_by_rows, visible, room.dv);
        pair_up_rows(room.rounded_ds, visible, room.across);
        add_over_queries<V>(room.across, room.queries_by_rows, visible, room.dk);
    }
}

/// One key-value head of a sequence, with every head of the queries that it serves.
template <int V, bool Causal>
void backward_item(const Attention& a, std::int64_t item) {
    const auto key_head = static_cast<int>(item / a.sequence_count);
    const Sequence& sequence = a.sequences[item % a.sequence_count];
    if (sequence.keys == 0) return;
    const Sizes s = sizes_of(a, sequence);
    const GroupRoom room = group_room<V>(s);
    const std::int64_t column = static_cast<std::int64_t>(key_head) * a.head_dim;
    const HeadRows keys = head_rows(a.k, sequence.key_start, a.kv_stride, column),
                   values = head_rows(a.v, sequence.key_start, a.kv_stride, column);
    pack_columns_of_keys(keys, s, room.keys);
    pack_columns_of_keys(values, s, room.values);
    pack_pairs_of_rows<V>(keys, s.keys, s.keys_padded, a.head_dim, room.keys_by_rows);
    const auto numbers = static_cast<std::size_t>(s.keys_padded) * V * lanes;
    std::memset(room.dk, 0, numbers * sizeof(float));
    std::memset(room.dv, 0, numbers * sizeof(float));
    for (int i = 0; i < a.group; ++i)
        backward_head<V, Causal>(a, QueryHead(a, sequence, key_head * a.group + i), s, room);
    const float scale = 1.0f / std::sqrt(static_cast<float>(a.head_dim));
    const float drop_scale = a.dropout.threshold() > 0 ? a.dropout.scale() : 1.0f;
    for (std::size_t i = 0; i < numbers; i += lanes) {
        store(room.dk + i, load(room.dk + i) * scale);
        store(room.dv + i, load(room.dv + i) * drop_scale);
    }
    const std::int64_t to = sequence.key_start * a.dkv_stride + column;
    write_rows<V>(room.dk, s.keys, a.head_dim, a.dk + to, a.dkv_stride);
    write_rows<V>(room.dv, s.keys, a.head_dim, a.dv + to, a.dkv_stride);
}

void forward(const Attention& a, std::int64_t begin, std::int64_t end) {
    with_kind(a, [&]<int V, bool Causal>() {
        for (std::int64_t i = begin; i < end; ++i)
            forward_item<V, Causal>(a, i);
    });
}

void backward(const Attention& a, std::int64_t begin, std::int64_t end) {
    with_kind(a, [&]<int V, bool Causal>() {
        for (std::int64_t i = begin; i < end; ++i)
            backward_item<V, Causal>(a, i);
    });
}

} // namespace

} // namespace tunedesk::kernel::TUNEDESK_ISA

namespace tunedesk::kernel {

extern const AttentionKernels avx512_bf16_attention;
const AttentionKernels avx512_bf16_attention = {TUNEDESK_ISA::forward, TUNEDESK_ISA::backward};

} // namespace tunedesk::kernel
