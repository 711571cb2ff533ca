// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernel/attention_tiles.h"

/// Operations of attention on a row of scores, independent of the type of its products. Private to the
/// library; compiled once per instruction set.
namespace tunedesk::kernel::TUNEDESK_ISA {

namespace {

/// Replaces a row of scores by unnormalized probabilities, with those that dropout removes set to zero;
/// returns the sum of all, including the removed ones.
inline float softmax_row(float* row, float peak, const Keep* keep, const Sizes& s) {
    Vec total{};
    for (int v = 0; v < s.vectors; ++v) {
        const Vec e = exp(load(row + v * lanes) - peak);
        total += e;
        store(row + v * lanes, keep ? kept(keep[v], e) : e);
    }
    return sum(total);
}

inline Sizes sizes_of(const Attention& a, const Sequence& sequence) {
    const int vectors = (sequence.keys + lanes - 1) / lanes;
    return {sequence.keys, vectors * lanes, vectors, (vectors + 1) * lanes, a.head_dim};
}

/// The sizes restricted to the keys that the query rows before `end` attend to, with a causal mask.
template <bool Causal>
Sizes visible_to(const Sizes& s, int end) {
    if (!Causal || end >= s.keys) return s;
    const int padded = std::min(s.keys_padded, (end + tile - 1) / tile * tile);
    return {end, padded, padded / lanes, s.row, s.head_dim};
}

/// Masks the keys after the query's own position `own` in its row of scores; returns the largest remaining
/// score.
inline float hide_later(float* row, int own, const Sizes& s) {
    Vec peak = splat(-INFINITY);
    for (int v = 0; v < s.vectors; ++v) {
        const Vec x = choose(lanes_below(own + 1 - v * lanes), load(row + v * lanes), splat(-INFINITY));
        store(row + v * lanes, x);
        peak = max(x, peak);
    }
    return largest(peak);
}

/// Size of a block's dropout masks, in floats.
inline std::size_t mask_floats(const Sizes& s) {
    return std::size_t{block} * s.vectors * sizeof(Keep) / sizeof(float);
}

/// Probabilities and score gradients of one row. On entry `p` holds scaled scores and `ds` the products of
/// d_out (with dropout's scale) and v; on return `p` holds the probabilities after dropout, without its
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

/// A query head of one sequence: the column at which its rows begin, its scales and its dropout masks.
struct QueryHead {
    const Sequence& sequence;
    int head;
    std::int64_t column; ///< first column of the head in q, out and their gradients
    float score_scale, drop_scale;
    bool drops;
    KeepMasks masks;

    QueryHead(const Attention& a, const Sequence& of, int number)
        : sequence(of), head(number), column(static_cast<std::int64_t>(number) * a.head_dim),
          score_scale(1.0f / std::sqrt(static_cast<float>(a.head_dim))),
          drop_scale(a.dropout.threshold() > 0 ? a.dropout.scale() : 1.0f), drops(a.dropout.threshold() > 0),
          masks(a.dropout, of.sample, static_cast<std::uint32_t>(number)) {}
};

/// Calls `work` with the template arguments for the head's width (vectors per row) and the causal mask.
inline void with_kind(const Attention& a, const auto& work) {
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

} // namespace tunedesk::kernel::TUNEDESK_ISA
