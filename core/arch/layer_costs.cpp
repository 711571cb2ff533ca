// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/layer_costs.h"

namespace tunedesk::arch {

namespace {

/// Columns of all keys, or of all values.
double key_columns(const LayerKind& kind) {
    return static_cast<double>(kind.key_value_heads * kind.head_width);
}

} // namespace

TokenValues kept_by_layer(const LayerKind& kind) {
    const auto width = static_cast<double>(kind.width), heads = static_cast<double>(kind.heads);
    const double queries = heads * static_cast<double>(kind.head_width);
    const double attention = 2 * queries + 2 * key_columns(kind); // its output as wide as the queries
    const double wide = (kind.gated ? 2 : 1) * static_cast<double>(kind.intermediate);
    constexpr double norms = 2;
    return {.hidden = norms * width,
            .products = 2 * width + attention + wide, // the input and the first norm's output beside
            .statistics = norms + heads};
}

TokenValues kept_by_first_only_layer(const LayerKind& kind) {
    return {.products = static_cast<double>(kind.width) + 2 * key_columns(kind)};
}

double gathered_by_layer(const LayerKind& kind) {
    if (kind.blocks.block_size == 0) return 0;
    const auto seen = static_cast<double>(5 + kind.blocks.random_blocks),
               heads = static_cast<double>(kind.heads);
    return heads * seen *
           (2 * static_cast<double>(kind.head_width) + static_cast<double>(kind.blocks.block_size));
}

TokenValues kept_by_embeddings(const ModelSpec& spec) {
    return {.hidden = static_cast<double>(spec.layer.width), .statistics = 1};
}

TokenValues kept_by_word_head(const ModelSpec& spec) {
    const auto width = static_cast<double>(spec.layer.width);
    const bool has_norm = spec.head.find(Role::final_norm) != nullptr;
    return {.hidden = has_norm ? width : 0, .products = width, .statistics = has_norm ? 2.0 : 1.0};
}

double forward_flops(const ModelSpec& spec, std::span<const std::uint32_t> lengths) {
    double tokens = 0, pairs = 0;
    for (const std::uint32_t length : lengths) {
        tokens += length;
        pairs += spec.layer.blocks.pairs(length);
    }
    const double layer = spec.layers.front().product_flops();
    const double columns = static_cast<double>(spec.layer.heads * spec.layer.head_width);
    const double attention = 4 * pairs * columns; // scores and their values
    // A tied table is a product's weight too.
    const double tied =
        spec.tied_head ? 2 * static_cast<double>(spec.embeddings.find(Role::word)->count()) : 0;
    const double read = spec.readout == task::Readout::every ? tokens : static_cast<double>(lengths.size());
    return tokens * spec.embeddings.product_flops() +
           static_cast<double>(spec.layers.size()) * (tokens * layer + attention) +
           read * (spec.head.product_flops() + tied);
}

} // namespace tunedesk::arch
