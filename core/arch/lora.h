// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tunedesk::arch {

/// How frozen weights of linear layers are stored while adapters are trained.
enum class Quantization {
    none,
    nf4 ///< in 4 bits, as in QLoRA: model/quantization/four_bit_matrix.h
};

inline constexpr const char* all_linear = "all-linear";
inline constexpr std::int64_t most_rank = 4096;

/// Low-rank adapters of linear layers (Hu et al., 2021), with the names and meanings of PEFT:
/// scale() * B A x is added to a layer's product, where A [rank, inputs] is initialized uniformly
/// and B [outputs, rank] with zeros. The model's own parameters are not trained, except a new head.
struct Lora {
    std::int64_t rank = 0; ///< 0: no adapters
    double alpha = 0, dropout = 0;
    bool rank_stabilized = false; ///< alpha / sqrt(rank) instead of alpha / rank (Kalajdzievski, 2023)
    /// Layers by the suffix of their names ("q_proj"), or "all-linear": all except the head's.
    std::vector<std::string> targets;
    /// Storage of the layers' weights during training. It does not affect what is saved.
    Quantization quantization = Quantization::none;
    bool double_quantization = true; ///< the scales are quantized too

    bool is_on() const { return rank > 0; }
    double scale() const;
    /// Whether a linear layer of a block has an adapter, given its name without ".weight".
    bool takes(const std::string& layer) const;
};

struct ModelSpec;

/// A linear layer's name: the name of its weight without ".weight".
std::string layer_name(const std::string& weight);

/// Adds the adapters of `spec.lora` to its blocks, each after the other parameters of its block,
/// and marks all other parameters as not trained, except those of a classifier's head that the
/// language model does not have. Throws Error 4352 if a target matches no layer.
void add_adapters(ModelSpec& spec);
/// The names of the layers that have adapters, without ".weight".
std::vector<std::string> adapted_layers(const ModelSpec& spec);
/// Whether the parameter of this name belongs to an adapter.
bool is_adapter(const std::string& parameter);

} // namespace tunedesk::arch
