#include "plan/shapes.h"

#include "plan/estimate.h"

#include <algorithm>

namespace tunedesk::plan {

namespace {

/// Weight and bias of the head's last layer; 0 where it has none of its own.
std::uint64_t classifier_count(const arch::BlockSpec& head) {
    std::uint64_t count = 0;
    for (const arch::ParameterSpec& parameter : head.parameters)
        if (parameter.role == arch::Role::classifier) count += parameter.count();
    return count;
}

} // namespace

Shapes shapes_of(const arch::ModelSpec& spec) {
    const arch::BlockSpec& layer = spec.layers.front(); // all are alike
    const std::uint64_t classifier = classifier_count(spec.head);
    return {.embeddings = spec.embeddings.count(),
            .layer = layer.count(),
            .layers = spec.layers.size(),
            .dense = spec.head.count() - classifier,
            .classifier = classifier,
            .largest_of_layer = layer.largest_tensor(),
            .largest_tensor = std::max(spec.embeddings.find(arch::Role::word)->count(),
                                       layer.find(arch::Role::up)->count())};
}

std::uint64_t trainable_count(const arch::ModelSpec& spec, const Preset& preset) {
    const Shapes shapes = shapes_of(spec);
    switch (preset.model.train) {
    case Preset::Train::features:
        return shapes.classifier;
    case Preset::Train::last_layers: {
        const auto last = static_cast<std::uint64_t>(std::max(0, preset.model.last_layers));
        return std::min(last, shapes.layers) * shapes.layer + shapes.dense + shapes.classifier;
    }
    case Preset::Train::all:
    case Preset::Train::lora:
        break;
    }
    std::uint64_t trained = 0;
    for (const arch::BlockSpec* block : spec.blocks())
        for (const arch::ParameterSpec& parameter : block->parameters)
            if (parameter.trained) trained += parameter.count();
    return trained;
}

} // namespace tunedesk::plan
