// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/model_spec.h"

#include <algorithm>
#include <cmath>

namespace tunedesk::arch {

Activation activation_named(const std::string& name) {
    if (name == "relu") return Activation::relu;
    if (name == "silu") return Activation::silu;
    return name == "gelu_new" ? Activation::gelu_tanh : Activation::gelu;
}

std::vector<double> Rotary::frequencies(std::int64_t head_width) const {
    std::vector<double> all;
    for (std::int64_t i = 0; i < head_width / 2; ++i) {
        // In fp32 step by step, as transformers' own.
        const auto exponent = static_cast<float>(2 * i) / static_cast<float>(head_width);
        const double plain = 1.0f / std::pow(static_cast<float>(base), exponent);
        if (original_positions == 0) {
            all.push_back(static_cast<float>(plain / factor));
            continue;
        }
        const double wave = 2 * M_PI / plain, positions = static_cast<double>(original_positions);
        const double blend = (positions / wave - low_factor) / (high_factor - low_factor);
        all.push_back(wave > positions / low_factor    ? plain / factor
                      : wave < positions / high_factor ? plain
                                                       : (1 - blend) * plain / factor + blend * plain);
    }
    return all;
}

std::uint64_t ParameterSpec::count() const {
    std::uint64_t elements = 1;
    for (const std::int64_t size : shape)
        elements *= static_cast<std::uint64_t>(size);
    return elements;
}

bool ParameterSpec::is_product() const {
    return role == Role::patch
               ? !is_bias
               : shape.size() == 2 && role != Role::word && role != Role::position && role != Role::type;
}

std::uint64_t BlockSpec::count() const {
    std::uint64_t elements = 0;
    for (const ParameterSpec& parameter : parameters)
        elements += parameter.count();
    return elements;
}

std::uint64_t BlockSpec::largest_tensor() const {
    std::uint64_t largest = 0, tensor = 0;
    for (const ParameterSpec& parameter : parameters) {
        tensor = parameter.count() + (parameter.joined ? tensor : 0);
        largest = std::max(largest, tensor);
    }
    return largest;
}

double BlockSpec::product_flops() const {
    double flops = 0;
    for (const ParameterSpec& parameter : parameters)
        if (parameter.is_product()) flops += 2 * static_cast<double>(parameter.count());
    return flops;
}

const ParameterSpec* BlockSpec::find(Role role, bool is_bias) const {
    for (const ParameterSpec& parameter : parameters)
        if (parameter.role == role && parameter.is_bias == is_bias) return &parameter;
    return nullptr;
}

std::vector<const BlockSpec*> ModelSpec::blocks() const {
    std::vector<const BlockSpec*> all{&embeddings};
    for (const BlockSpec& one : layers)
        all.push_back(&one);
    all.push_back(&head);
    return all;
}

std::uint64_t ModelSpec::count() const {
    std::uint64_t elements = 0;
    for (const BlockSpec* block : blocks())
        elements += block->count();
    return elements;
}

} // namespace tunedesk::arch
