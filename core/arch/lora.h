// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tunedesk::arch {

/// How frozen weights of linear layers are kept beside adapters.
enum class Quantization {
    none,
    nf4 ///< in 4 bits, as QLoRA keeps them: model/quantization/four_bit_matrix.h
};

inline constexpr const char* all_linear = "all-linear";
inline constexpr std::int64_t most_rank = 4096;

/// Low-rank adapters of linear layers (Hu et al., 2021), with the names and meanings of PEFT: a layer's
/// product gets scale() * B A x, where A [rank, inputs] begins uniform and B [outputs, rank] at zero. The
/// model's own parameters are not trained, but for its head where that is new.
struct Lora {
    std::int64_t rank = 0; ///< 0: no adapters
    double alpha = 0, dropout = 0;
    bool rank_stabilized = false; ///< alpha / sqrt(rank) in place of alpha / rank (Kalajdzievski, 2023)
    /// Layers by the end of their names ("q_proj"), or "all-linear": all but the head's.
    std::vector<std::string> targets;
    /// Of the layers' weights, while they train. It is no part of what is saved.
    Quantization quantization = Quantization::none;
    bool double_quantization = true; ///< of the scales too

    bool is_on() const { return rank > 0; }
    double scale() const;
    /// Whether a linear layer of a block has an adapter, by its name without ".weight".
    bool takes(const std::string& layer) const;
};

struct ModelSpec;

/// A linear layer's name: its weight's without ".weight".
std::string layer_name(const std::string& weight);

/// Adds the adapters of `spec.lora` to its blocks, each behind the other parameters of its block, and trains
/// nothing else but what of a classifier's head is not of the language model. Throws Error 4352 if a target
/// names no layer.
void add_adapters(ModelSpec& spec);
/// The names of the layers that have adapters, without ".weight".
std::vector<std::string> adapted_layers(const ModelSpec& spec);
/// Whether a parameter is an adapter's.
bool is_adapter(const std::string& parameter);

} // namespace tunedesk::arch
