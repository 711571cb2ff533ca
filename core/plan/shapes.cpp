#include "plan/shapes.h"

#include "arch/layer_costs.h"
#include "plan/estimate.h"

#include <algorithm>

namespace tunedesk::plan {

namespace {

/// Of a layer of the head: weight and bias.
std::uint64_t count_of(const arch::BlockSpec& block, arch::Role role) {
    std::uint64_t count = 0;
    for (const arch::ParameterSpec& parameter : block.parameters)
        if (parameter.role == role) count += parameter.count();
    return count;
}

arch::ModelSpec spec_of(const arch::ModelConfig& config, std::size_t labels) {
    return config.spec(static_cast<std::int64_t>(labels));
}

Shapes shapes_in(const arch::ModelSpec& spec) {
    const arch::BlockSpec& layer = spec.layers.front(); // all are alike
    return {.embeddings = spec.embeddings.count(),
            .layer = layer.count(),
            .layers = spec.layers.size(),
            .dense = count_of(spec.head, arch::Role::dense),
            .classifier = count_of(spec.head, arch::Role::classifier),
            .largest_of_layer = layer.largest_tensor(),
            .largest_tensor = std::max(spec.embeddings.find(arch::Role::word)->count(),
                                       layer.find(arch::Role::up)->count())};
}

} // namespace

Shapes shapes_of(const arch::ModelConfig& config, std::size_t labels) {
    return shapes_in(spec_of(config, labels));
}

std::uint64_t parameter_count(const arch::ModelConfig& config, std::size_t labels) {
    return shapes_of(config, labels).total();
}

std::uint64_t trainable_count(const arch::ModelConfig& config, std::size_t labels, const Preset& preset) {
    const Shapes shapes = shapes_of(config, labels);
    switch (preset.model.train) {
    case Preset::Train::features:
        return shapes.classifier;
    case Preset::Train::last_layers: {
        const auto last = static_cast<std::uint64_t>(std::max(0, preset.model.last_layers));
        return std::min(last, shapes.layers) * shapes.layer + shapes.dense + shapes.classifier;
    }
    case Preset::Train::all:
        break;
    }
    std::uint64_t trained = 0;
    const arch::ModelSpec spec = spec_of(config, labels);
    for (const arch::BlockSpec* block : spec.blocks())
        for (const arch::ParameterSpec& parameter : block->parameters)
            if (parameter.trained) trained += parameter.count();
    return trained;
}

double forward_flops(const arch::ModelConfig& config, std::span<const std::uint32_t> lengths,
                     std::size_t labels) {
    return arch::forward_flops(spec_of(config, labels), lengths);
}

} // namespace tunedesk::plan
