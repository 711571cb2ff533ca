// SPDX-License-Identifier: GPL-3.0-or-later
// Attention of blocks of queries to lists of blocks of keys (Zaheer et al., 2020).

#include "kernel/attention_rows.h"
#include "kernel/sets.h"

#include <utility>

namespace tunedesk::kernel::TUNEDESK_ISA {

namespace {

/// How the keys of a sequence lie in a thread's memory: block after block, each with whole vectors of places.
struct KeyPlaces {
    int size, keys, head_dim;
    int places; ///< of a block

    KeyPlaces(const BlockAttention& b, const Sequence& sequence)
        : size(b.block_size), keys(sequence.keys), head_dim(b.attention.head_dim),
          places((size + lanes - 1) / lanes * lanes) {}
    int count() const { return (keys + size - 1) / size; }
    std::size_t all() const { return static_cast<std::size_t>(count()) * static_cast<std::size_t>(places); }
    std::size_t first(int number) const {
        return static_cast<std::size_t>(number) * static_cast<std::size_t>(places);
    }
    /// The sizes for the keys of a block, with rows of scores of `row` numbers.
    Sizes of(int number, int row = 0) const {
        const int left = keys - number * size, own = left < size ? left : size;
        const int vectors = (own + lanes - 1) / lanes;
        return {own, vectors * lanes, vectors, row, head_dim};
    }
};

/// What one block of queries sees, and how its rows of scores lie: those of block after block of the list.
struct SeenKeys {
    const KeyPlaces& keys;
    const KeyBlock *begin, *end;
    Sizes whole; ///< of a row

    SeenKeys(const KeyPlaces& places, const BlockList& list, int query_block)
        : keys(places), begin(list.seen + list.starts[query_block]),
          end(list.seen + list.starts[query_block + 1]), whole{} {
        int count = 0;
        for (const KeyBlock* one = begin; one < end; ++one)
            count += keys.of(one->number).keys_padded;
        whole = {count, count, count / lanes, count + lanes, keys.head_dim};
    }
    /// work(block of keys, its sizes, place of its scores in a row)
    void each(const auto& work) const {
        int place = 0;
        for (const KeyBlock* one = begin; one < end; ++one) {
            const Sizes s = keys.of(one->number, whole.row);
            work(*one, s, place);
            place += s.keys_padded;
        }
    }
};

/// The group's scores of all that its block sees; `peaks` as scores() has them, but for how often keys count.
void list_scores(const float* rows, int row_width, const float* columns, const SeenKeys& seen, float* out,
                 Vec* peaks) {
    seen.each([&](const KeyBlock& one, const Sizes& s, int place) {
        scores(rows, row_width, columns + seen.keys.first(one.number) * s.head_dim, s, out + place, peaks);
        if (!peaks || one.times == 1) return;
        const float more = std::log(static_cast<float>(one.times));
        for (int r = 0; r < block; ++r)
            for (int k = place; k < place + s.keys_padded; k += lanes)
                store(out + r * s.row + k, load(out + r * s.row + k) + more);
    });
}

/// Calls work(first query, queries, list) for groups of query rows that see the same.
void each_group(const Sequence& sequence, const KeyPlaces& places, const BlockList& list, const auto& work) {
    for (int number = 0; number * places.size < sequence.queries; ++number) {
        const SeenKeys seen(places, list, number);
        const int end = std::min(sequence.queries, (number + 1) * places.size);
        for (int q = number * places.size; q < end; q += block)
            work(q, std::min(block, end - q), seen);
    }
}

/// A row of scores of every key.
std::size_t longest_row(const KeyPlaces& places) {
    return places.all() + lanes;
}

/// Rows of q, k or v, `at` numbers behind the first, as copy_rows() makes them.
template <int V>
void read_rows(const BlockAttention& b, const void* rows, std::int64_t at, std::int64_t stride, int count,
               int padded, float factor, float* to) {
    with_number(b.number, [&](auto number) {
        copy_rows<V>(static_cast<const decltype(number)*>(rows) + at, stride, count, padded,
                     b.attention.head_dim, factor, to);
    });
}

/// Keys or values, `at` numbers behind the first, block after block: [keys, V vectors].
template <int V>
void read_blocks(const BlockAttention& b, const void* rows, std::int64_t at, const KeyPlaces& places,
                 float* to) {
    const std::int64_t stride = b.attention.kv_stride;
    for (int i = 0; i < places.count(); ++i) {
        const Sizes s = places.of(i);
        read_rows<V>(b, rows, at + static_cast<std::int64_t>(i) * places.size * stride, stride, s.keys,
                     s.keys_padded, 1, to + places.first(i) * V * lanes);
    }
}

/// [head_dim, keys] of each block of [keys, V vectors].
template <int V>
void transpose_blocks(const float* from, const KeyPlaces& places, float* to) {
    for (int i = 0; i < places.count(); ++i)
        transpose(from + places.first(i) * V * lanes, V * lanes, places.of(i),
                  to + places.first(i) * static_cast<std::size_t>(places.head_dim));
}

template <int V>
void write_blocks(const float* from, const KeyPlaces& places, float* to, std::int64_t stride) {
    for (int i = 0; i < places.count(); ++i)
        write_rows<V>(from + places.first(i) * V * lanes, places.of(i).keys, places.head_dim,
                      to + static_cast<std::int64_t>(i) * places.size * stride, stride);
}

template <int V>
void forward_blocks(const BlockAttention& b, std::int64_t item) {
    const Attention& a = b.attention;
    const QueryHead h(a, a.sequences[item % a.sequence_count], static_cast<int>(item / a.sequence_count));
    if (h.sequence.keys == 0) return;
    constexpr int width = V * lanes;
    const KeyPlaces places(b, h.sequence);
    const std::size_t by_dim = places.all() * static_cast<std::size_t>(a.head_dim);
    float* keys = scratch.take(by_dim + places.all() * width + block * (longest_row(places) + 2 * width));
    float* values = keys + by_dim;
    float* queries = values + places.all() * width;
    float* out = queries + block * width;
    float* weights = out + block * width;
    const std::int64_t of_keys =
        h.sequence.key_start * a.kv_stride + static_cast<std::int64_t>(h.head / a.group) * a.head_dim;
    read_blocks<V>(b, a.k, of_keys, places, values); // the values come behind
    transpose_blocks<V>(values, places, keys);
    read_blocks<V>(b, a.v, of_keys, places, values);
    each_group(h.sequence, places, b.lists[item], [&](int q, int rows, const SeenKeys& seen) {
        const std::int64_t first = h.sequence.query_start + q;
        read_rows<V>(b, a.q, first * a.q_stride + h.column, a.q_stride, rows, block, h.score_scale, queries);
        Vec peaks[block];
        for (Vec& peak : peaks)
            peak = splat(-INFINITY);
        list_scores(queries, width, keys, seen, weights, peaks);
        float factor[block] = {};
        for (int r = 0; r < rows; ++r) {
            const float peak = largest(peaks[r]);
            const float total = softmax_row(weights + r * seen.whole.row, peak, nullptr, seen.whole);
            factor[r] = 1 / total;
            a.lse[h.head * a.query_rows + first + r] = peak + std::log(total);
        }
        std::memset(out, 0, block * width * sizeof(float));
        seen.each([&](const KeyBlock& one, const Sizes& s, int place) {
            weighted_sum<V, true>(weights + place, values + places.first(one.number) * width, s, out);
        });
        for (int i = 0; i < block * V; ++i)
            store(out + i * lanes, load(out + i * lanes) * factor[i / V]);
        write_rows<V>(out, rows, a.head_dim, a.out + first * a.out_stride + h.column, a.out_stride);
    });
}

/// A thread's working memory of the backward pass: a sequence's keys and values, and a group of query rows.
struct BlocksRoom {
    float *keys_t, *values_t;          ///< [head_dim, keys] of each block
    float *keys, *dk, *dv;             ///< [keys, V vectors]
    float *queries, *d_out, *out, *dq; ///< [group, V vectors]
    float *p, *ds;                     ///< [group, keys seen]
};

template <int V>
BlocksRoom blocks_room(const KeyPlaces& places) {
    constexpr std::size_t group_rows = std::size_t{block} * V * lanes;
    const std::size_t by_dim = places.all() * static_cast<std::size_t>(places.head_dim);
    const std::size_t by_width = places.all() * V * lanes, scores_of_group = block * longest_row(places);
    float* next = scratch.take(2 * by_dim + 3 * by_width + 4 * group_rows + 2 * scores_of_group);
    const auto take = [&](std::size_t count) { return std::exchange(next, next + count); };
    return {.keys_t = take(by_dim),
            .values_t = take(by_dim),
            .keys = take(by_width),
            .dk = take(by_width),
            .dv = take(by_width),
            .queries = take(group_rows),
            .d_out = take(group_rows),
            .out = take(group_rows),
            .dq = take(group_rows),
            .p = take(scores_of_group),
            .ds = take(scores_of_group)};
}

/// The group's probabilities and gradients of scores in place of its scores and products.
template <int V>
void group_gradients(const Attention& a, const QueryHead& h, int q, int rows, const Sizes& s,
                     const BlocksRoom& room) {
    for (int r = 0; r < block; ++r) {
        float *p = room.p + r * s.row, *ds = room.ds + r * s.row;
        if (r >= rows) {
            std::memset(p, 0, s.keys_padded * sizeof(float));
            std::memset(ds, 0, s.keys_padded * sizeof(float));
            continue;
        }
        Vec product{};
        for (int j = 0; j < V; ++j)
            product += load(room.d_out + (r * V + j) * lanes) * load(room.out + (r * V + j) * lanes);
        const float lse = a.lse[h.head * a.query_rows + h.sequence.query_start + q + r];
        backward_row<false>(p, ds, nullptr, lse, sum(product), s);
    }
}

/// Writes the query head's dq, and adds to the room's dk and dv.
template <int V>
void backward_query_head(const BlockAttention& b, const QueryHead& h, const BlockList& list,
                         const KeyPlaces& places, const BlocksRoom& room) {
    const Attention& a = b.attention;
    constexpr int width = V * lanes;
    each_group(h.sequence, places, list, [&](int q, int rows, const SeenKeys& seen) {
        const std::int64_t first = h.sequence.query_start + q, at_out = first * a.out_stride + h.column;
        read_rows<V>(b, a.q, first * a.q_stride + h.column, a.q_stride, rows, block, h.score_scale,
                     room.queries);
        copy_rows<V>(a.d_out + at_out, a.out_stride, rows, block, a.head_dim, 1, room.d_out);
        copy_rows<V>(a.out + at_out, a.out_stride, rows, block, a.head_dim, 1, room.out);
        Vec peaks[block] = {};
        list_scores(room.queries, width, room.keys_t, seen, room.p, peaks);
        list_scores(room.d_out, width, room.values_t, seen, room.ds, nullptr);
        group_gradients<V>(a, h, q, rows, seen.whole, room);
        std::memset(room.dq, 0, block * width * sizeof(float));
        seen.each([&](const KeyBlock& one, const Sizes& s, int place) {
            const std::size_t at = places.first(one.number) * width;
            weighted_sum<V, true>(room.ds + place, room.keys + at, s, room.dq);
            add_outer<V>(room.p + place, room.d_out, s, room.dv + at);
            add_outer<V>(room.ds + place, room.queries, s, room.dk + at);
        });
        for (int i = 0; i < block * V; ++i)
            store(room.dq + i * lanes, load(room.dq + i * lanes) * h.score_scale);
        write_rows<V>(room.dq, rows, a.head_dim, a.dq + first * a.dq_stride + h.column, a.dq_stride);
    });
}

/// One key-value head of a sequence, with every head of the queries that it serves: their sums are one
/// thread's.
template <int V>
void backward_blocks(const BlockAttention& b, std::int64_t item) {
    const Attention& a = b.attention;
    const auto key_head = static_cast<int>(item / a.sequence_count);
    const std::int64_t number = item % a.sequence_count;
    const Sequence& sequence = a.sequences[number];
    if (sequence.keys == 0) return;
    const KeyPlaces places(b, sequence);
    const BlocksRoom room = blocks_room<V>(places);
    const std::int64_t column = static_cast<std::int64_t>(key_head) * a.head_dim,
                       of_keys = sequence.key_start * a.kv_stride + column;
    read_blocks<V>(b, a.v, of_keys, places, room.keys); // the keys come behind
    transpose_blocks<V>(room.keys, places, room.values_t);
    read_blocks<V>(b, a.k, of_keys, places, room.keys);
    transpose_blocks<V>(room.keys, places, room.keys_t);
    const std::size_t bytes = places.all() * V * lanes * sizeof(float);
    std::memset(room.dk, 0, bytes);
    std::memset(room.dv, 0, bytes);
    for (int i = 0; i < a.group; ++i) {
        const int head = key_head * a.group + i;
        backward_query_head<V>(b, QueryHead(a, sequence, head), b.lists[head * a.sequence_count + number],
                               places, room);
    }
    const std::int64_t to = sequence.key_start * a.dkv_stride + column;
    write_blocks<V>(room.dk, places, a.dk + to, a.dkv_stride);
    write_blocks<V>(room.dv, places, a.dv + to, a.dkv_stride);
}

} // namespace

void block_attention_forward(const BlockAttention& b, std::int64_t begin, std::int64_t end) {
    with_kind(b.attention, [&]<int V, bool>() {
        for (std::int64_t i = begin; i < end; ++i)
            forward_blocks<V>(b, i);
    });
}

void block_attention_backward(const BlockAttention& b, std::int64_t begin, std::int64_t end) {
    with_kind(b.attention, [&]<int V, bool>() {
        for (std::int64_t i = begin; i < end; ++i)
            backward_blocks<V>(b, i);
    });
}

} // namespace tunedesk::kernel::TUNEDESK_ISA
