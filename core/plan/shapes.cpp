// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/shapes.h"

#include "plan/estimate.h"

#include <algorithm>
#include <numeric>

namespace tunedesk::plan {

namespace {

/// Parameters of the head's last layer; 0 if it has none of its own.
std::uint64_t classifier_count(const arch::BlockSpec& head) {
    std::uint64_t count = 0;
    for (const arch::ParameterSpec& parameter : head.parameters)
        if (parameter.role == arch::Role::classifier) count += parameter.count();
    return count;
}

std::uint64_t trained_of(const arch::BlockSpec& block) {
    std::uint64_t count = 0;
    for (const arch::ParameterSpec& parameter : block.parameters)
        if (parameter.trained) count += parameter.count();
    return count;
}

} // namespace

Shapes shapes_of(const arch::ModelSpec& spec) {
    const arch::BlockSpec& layer = spec.layers.front(); // all layers are alike
    const std::uint64_t classifier = classifier_count(spec.head);
    const arch::ParameterSpec* words = spec.embeddings.find(arch::Role::word); // null for images
    const std::vector<const arch::BlockSpec*> blocks = spec.blocks();
    const auto first_trained =
        std::ranges::find_if(blocks.begin(), blocks.end() - 1,
                             [](const arch::BlockSpec* block) { return trained_of(*block) > 0; });
    return {.embeddings = spec.embeddings.count(),
            .layer = layer.count(),
            .layers = spec.layers.size(),
            .dense = spec.head.count() - classifier,
            .classifier = classifier,
            .tied_table = spec.tied_head && words && words->trained ? words->count() : 0,
            .largest_of_layer = layer.largest_tensor(),
            .largest_tensor = std::max(spec.embeddings.largest_tensor(), layer.find(arch::Role::up)->count()),
            .frozen_blocks = static_cast<std::uint64_t>(first_trained - blocks.begin())};
}

std::uint64_t trainable_count(const arch::ModelSpec& spec, const Preset& preset) {
    if (preset.model.train == Preset::Train::features) return classifier_count(spec.head);
    std::size_t first = 0; // of the blocks
    if (preset.model.train == Preset::Train::last_layers) {
        const auto last = static_cast<std::size_t>(std::max(0, preset.model.last_layers));
        first = 1 + spec.layers.size() - std::min(last, spec.layers.size());
    }
    const std::vector<const arch::BlockSpec*> blocks = spec.blocks();
    return std::accumulate(
        blocks.begin() + static_cast<std::ptrdiff_t>(first), blocks.end(), std::uint64_t{0},
        [](std::uint64_t sum, const arch::BlockSpec* block) { return sum + trained_of(*block); });
}

} // namespace tunedesk::plan
