#include "plan/shapes.h"

#include "plan/estimate.h"

#include <algorithm>

namespace tunedesk::plan {

Shapes shapes_of(const format::ModelConfig& config, std::size_t labels) {
    const auto hidden = static_cast<std::uint64_t>(config.hidden_size);
    const auto intermediate = static_cast<std::uint64_t>(config.intermediate_size);
    const auto words = static_cast<std::uint64_t>(config.vocab_size);
    const auto positions = static_cast<std::uint64_t>(config.max_position_embeddings);
    const auto types = config.architecture == format::ModelConfig::Architecture::bert
                           ? static_cast<std::uint64_t>(config.type_vocab_size)
                           : 0;
    const std::uint64_t layer_norm = 2 * hidden;
    Shapes shapes;
    shapes.embeddings = (words + positions + types) * hidden + layer_norm;
    shapes.layer = 4 * (hidden * hidden + hidden) + (hidden * intermediate + intermediate) +
                   (intermediate * hidden + hidden) + 2 * layer_norm;
    shapes.layers = static_cast<std::uint64_t>(config.num_hidden_layers);
    shapes.pooler = hidden * hidden + hidden;
    shapes.classifier = hidden * labels + labels;
    shapes.largest_of_layer = std::max(3 * hidden, intermediate) * hidden;
    shapes.largest_tensor = std::max(words, intermediate) * hidden;
    return shapes;
}

std::uint64_t parameter_count(const format::ModelConfig& config, std::size_t labels) {
    return shapes_of(config, labels).total();
}

std::uint64_t trainable_count(const format::ModelConfig& config, std::size_t labels, const Preset& preset) {
    const Shapes shapes = shapes_of(config, labels);
    switch (preset.model.train) {
    case Preset::Train::features:
        return shapes.classifier;
    case Preset::Train::last_layers: {
        const auto last = static_cast<std::uint64_t>(std::max(0, preset.model.last_layers));
        return std::min(last, shapes.layers) * shapes.layer + shapes.pooler + shapes.classifier;
    }
    case Preset::Train::all:
        break;
    }
    const std::int64_t frozen =
        config.sinusoidal_positions ? config.max_position_embeddings * config.hidden_size : 0;
    return shapes.total() - static_cast<std::uint64_t>(frozen);
}

double forward_flops(const format::ModelConfig& config, std::span<const std::uint32_t> lengths,
                     std::size_t labels) {
    const auto hidden = static_cast<double>(config.hidden_size);
    const auto intermediate = static_cast<double>(config.intermediate_size);
    const double token =
        8 * hidden * hidden + 4 * hidden * intermediate; // Q, K, V, output; the two of the MLP
    const double head = 2 * hidden * hidden + 2 * hidden * static_cast<double>(labels);
    double tokens = 0, squares = 0;
    for (const std::uint32_t length : lengths) {
        tokens += length;
        squares += static_cast<double>(length) * length;
    }
    return static_cast<double>(config.num_hidden_layers) * (tokens * token + 4 * squares * hidden) +
           static_cast<double>(lengths.size()) * head;
}

} // namespace tunedesk::plan
