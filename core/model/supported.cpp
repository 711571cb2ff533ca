// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/supported.h"

#include "base/error.h"
#include "base/head_width.h"

#include <fmt/format.h>

namespace tunedesk::model {

void require_supported(const arch::ModelSpec& spec) {
    const arch::LayerKind& kind = spec.layer;
    const auto require = [](bool supported, const char* key, const char* what) {
        if (!supported) throw Error(ErrorId::architecture_unsupported, {key, what});
    };
    const bool before = kind.norm_place == arch::NormPlace::before;
    require(before || kind.norm == arch::NormKind::layer, "norm",
            "RMSNorm is supported before the parts of a layer alone");
    require(before || !kind.gated, "gated", "gated MLPs are supported behind a norm alone");
    require(before || kind.position == arch::PositionKind::learned ||
                kind.position == arch::PositionKind::sinusoidal,
            "position", "rotated positions are supported in layers with norms before their parts alone");
    require(!before || !spec.head.find(arch::Role::dense), "norm_place",
            "such a model has a head of one linear layer");
    require(!before || spec.readout != task::Readout::first ||
                (kind.position == arch::PositionKind::learned && !kind.causal &&
                 spec.layers.front().find(arch::Role::query)),
            "readout", "first tokens are read of layers without rotation that see whole sequences");
    require(!before || kind.blocks.block_size == 0, "attention_type",
            "block-sparse attention is supported in layers with norms behind their parts alone");
    require(kind.key_value_heads > 0 && kind.heads % kind.key_value_heads == 0, "key_value_heads",
            "heads must be a multiple of the key-value heads");
    require(before || kind.heads * kind.head_width == kind.width, "head_width",
            "heads must be as wide together as the layer");
    if (kind.head_width > max_head_width) // only for a configuration that was not read from a file
        throw Error(ErrorId::heads_too_wide,
                    {fmt::to_string(kind.head_width), fmt::to_string(max_head_width)}, "num_attention_heads");
}

} // namespace tunedesk::model
