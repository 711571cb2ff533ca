// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/lora.h"

#include "arch/model_spec.h"
#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/ranges.h>
#include <set>

namespace tunedesk::arch {

namespace {

constexpr const char *down_ending = ".lora_A.weight", *up_ending = ".lora_B.weight";

bool names_layer(const std::string& target, const std::string& layer) {
    return layer == target || layer.ends_with('.' + target);
}

/// A and B of a layer's weight.
std::vector<ParameterSpec> adapter_of(const ParameterSpec& weight, const std::string& layer,
                                      std::int64_t rank) {
    const std::int64_t outputs = weight.shape[weight.transposed ? 1 : 0],
                       inputs = weight.shape[weight.transposed ? 0 : 1];
    return {{.name = layer + down_ending,
             .shape = {rank, inputs},
             .role = Role::adapter_down,
             .adapted = weight.role,
             .init = Init::uniform,
             .range = 1 / std::sqrt(static_cast<double>(inputs))}, // of PEFT's Kaiming rule
            {.name = layer + up_ending,
             .shape = {outputs, rank},
             .role = Role::adapter_up,
             .adapted = weight.role,
             .init = Init::zeros}};
}

/// The last parts of the names of a layer's linear layers: "q_proj".
std::vector<std::string> layer_names(const ModelSpec& spec) {
    std::vector<std::string> names;
    for (const ParameterSpec& parameter : spec.layers.front().parameters)
        if (parameter.is_product()) {
            const std::string layer = layer_name(parameter.name);
            names.push_back(layer.substr(layer.rfind('.') + 1));
        }
    return names;
}

void add_to_block(BlockSpec& block, const Lora& lora, std::set<std::string>& used) {
    std::vector<ParameterSpec> adapters;
    for (ParameterSpec& parameter : block.parameters) {
        parameter.trained = false;
        if (!parameter.is_product()) continue;
        const std::string layer = layer_name(parameter.name);
        if (!lora.takes(layer)) continue;
        for (const std::string& target : lora.targets)
            if (target == all_linear || names_layer(target, layer)) used.insert(target);
        std::ranges::move(adapter_of(parameter, layer, lora.rank), std::back_inserter(adapters));
    }
    std::ranges::move(adapters, std::back_inserter(block.parameters));
}

void keep_in_few_bits(BlockSpec& layer, Quantization quantization) {
    if (quantization == Quantization::none) return;
    for (ParameterSpec& parameter : layer.parameters) {
        if (!parameter.is_product() || is_adapter(parameter.name)) continue;
        parameter.quantization = quantization;
        parameter.joined = false; // each has scales of its own
    }
}

} // namespace

std::string layer_name(const std::string& weight) {
    return weight.substr(0, weight.rfind(".weight"));
}

double Lora::scale() const {
    const auto by = static_cast<double>(rank);
    return alpha / (rank_stabilized ? std::sqrt(by) : by);
}

bool Lora::takes(const std::string& layer) const {
    return std::ranges::any_of(targets, [&](const std::string& target) {
        return target == all_linear || names_layer(target, layer);
    });
}

void add_adapters(ModelSpec& spec) {
    std::set<std::string> used;
    std::vector<std::string> layers = layer_names(spec);
    add_to_block(spec.embeddings, spec.lora, used);
    for (BlockSpec& layer : spec.layers) {
        add_to_block(layer, spec.lora, used);
        keep_in_few_bits(layer, spec.lora.quantization);
    }
    for (ParameterSpec& parameter : spec.head.parameters)
        parameter.trained = !spec.has_word_head() && !parameter.name.starts_with(spec.prefix);
    for (const std::string& target : spec.lora.targets)
        if (!used.contains(target))
            throw Error(ErrorId::adapter_target_unknown,
                        {shortened(target, 100), fmt::format("{}", fmt::join(layers, ", "))}, "lora.targets");
}

std::vector<std::string> adapted_layers(const ModelSpec& spec) {
    std::vector<std::string> layers;
    for (const BlockSpec* block : spec.blocks())
        for (const ParameterSpec& parameter : block->parameters)
            if (parameter.name.ends_with(down_ending))
                layers.push_back(parameter.name.substr(0, parameter.name.rfind(down_ending)));
    return layers;
}

bool is_adapter(const std::string& parameter) {
    return parameter.ends_with(down_ending) || parameter.ends_with(up_ending);
}

} // namespace tunedesk::arch
