// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/block_pattern.h"
#include "arch/lora.h"
#include "arch/tensor_slice.h"
#include "task/readout.h"

#include <cstdint>
#include <string>
#include <vector>

/// Architectures as data: what a model is made of, by name and shape. Parameter counts, floating-point
/// operations, the memory plan and the network itself all read it.
namespace tunedesk::arch {

enum class Activation { gelu, gelu_tanh, relu, tanh, silu };
enum class Init { normal, uniform, zeros, ones, sinusoidal };
enum class NormKind { layer, rms };
/// Position of a norm relative to the residual sums.
enum class NormPlace { before, after };
enum class PositionKind {
    learned,    ///< a trained table
    sinusoidal, ///< a table that is not trained
    rotary,     ///< queries and keys are rotated
    none
};

/// The purpose of a parameter: a table, a linear layer or a norm.
enum class Role {
    word,
    position,
    type,
    embedding_norm,
    class_token, ///< the row before an image's patches
    patch,       ///< maps an image's patches to rows
    projection,  ///< maps the tables' width to the layers'
    query,
    key,
    value,
    query_key_value, ///< all three in one layer
    query_norm,      ///< the norm of each head's queries
    key_norm,
    attention_output,
    attention_norm,
    gate, ///< input of the activation, multiplied by `up`
    up,
    down,
    output_norm,
    final_norm, ///< before the head's linear layers
    dense,      ///< the head's first layer
    classifier,
    adapter_down, ///< A of a low-rank adapter
    adapter_up    ///< B
};

struct ParameterSpec {
    std::string name; ///< the name in Hugging Face's files
    std::vector<std::int64_t> shape;
    Role role{};
    Role adapted{};       ///< role of the layer that an adapter belongs to
    bool is_bias = false; ///< a linear layer's bias or a norm's beta
    Init init = Init::normal;
    double range = 0; ///< of Init::uniform: values lie between -range and range; of Init::normal a deviation
                      ///< of its own, or 0
    bool decays = true; ///< weight decay applies: not to biases and norms
    bool trained = true;
    bool joined = false;     ///< stored in one tensor with the parameter before it, for one product
    bool transposed = false; ///< a linear layer's weight is stored [inputs, outputs], as in GPT-2
    Quantization quantization = Quantization::none; ///< of a frozen weight
    TensorPart part{}; ///< part of the whole tensor that `shape` describes, in a slice

    std::uint64_t count() const;
    /// Whether it is a linear layer's weight, which activations are multiplied by.
    bool is_product() const;
};

struct BlockSpec {
    std::vector<ParameterSpec> parameters;

    std::uint64_t count() const;
    /// Elements of the largest tensor; joined parameters are one tensor.
    std::uint64_t largest_tensor() const;
    /// Floating-point operations of the linear layers per row; a multiplication and an addition
    /// count as two.
    double product_flops() const;
    /// The block's parameter of this role, or null.
    const ParameterSpec* find(Role role, bool is_bias = false) const;
};

/// How queries and keys are rotated by their positions (Su et al., 2021, in the halves of each
/// head): pair i of a head by base^(-2i / head width) per position. With Llama 3's scaling the
/// frequencies of long waves are divided by `factor`, and those between two bounds partially.
struct Rotary {
    double base = 10000;
    double factor = 1; ///< divides all frequencies if `original_positions` is 0
    double low_factor = 1, high_factor = 1;
    std::int64_t original_positions = 0; ///< for Llama 3's scaling; 0: none

    /// The frequency of each pair of a head.
    std::vector<double> frequencies(std::int64_t head_width) const;
};

/// What a transformer layer computes; the default is BERT's. model/supported.h lists the values
/// that a network implements.
struct LayerKind {
    std::int64_t width = 0, intermediate = 0;
    std::int64_t heads = 0, head_width = 0;
    std::int64_t key_value_heads = 0; ///< each serves heads / key_value_heads query heads
    NormKind norm = NormKind::layer;
    NormPlace norm_place = NormPlace::after;
    PositionKind position = PositionKind::learned;
    Rotary rotary{}; ///< for PositionKind::rotary
    Activation activation = Activation::gelu;
    bool gated = false;    ///< the MLP multiplies its activations by the outputs of a second linear layer
    bool causal = false;   ///< a token attends only to tokens up to its own position
    BlockPattern blocks{}; ///< for block-sparse attention, which has no dropout of probabilities
    double attention_dropout = 0, context_dropout = 0, output_dropout = 0;
    double inner_dropout = 0; ///< dropout of the MLP's activations
    TensorSlice slice{};      ///< the slice that holds these heads and columns of the MLP
};

/// The activation with this name in transformers: gelu, gelu_new, relu or silu.
Activation activation_named(const std::string& name);

/// How an image is converted to rows: a square of `size` pixels a side is divided into patches.
struct ImageKind {
    std::int64_t size = 0, patch = 0, channels = 0; ///< 0: the model reads words

    bool is_on() const { return size > 0; }
    std::int64_t patches() const { return (size / patch) * (size / patch); }
};

/// classifier(dropout(activation(dense(dropout(row))))); without a dense layer
/// classifier(dropout(row)).
struct HeadKind {
    Activation activation = Activation::tanh;
    bool drops_input = false;
    double dropout = 0;
};

struct ModelSpec {
    std::string prefix; ///< prefix of the encoder's names: "bert."
    BlockSpec embeddings{};
    std::vector<BlockSpec> layers{};
    BlockSpec head{};
    LayerKind layer;
    HeadKind head_kind;
    ImageKind image{}; ///< for a model that reads images
    Lora lora{};
    bool tied_head = false; ///< the head's last layer uses the word embeddings' table as its weight
    task::Readout readout = task::Readout::first; ///< the rows that the head reads
    double embedding_dropout = 0, norm_eps = 0, initializer_range = 0;
    bool drops_before_norm = false; ///< the embeddings' dropout precedes their norm
    double embedding_scale = 1;     ///< word embeddings are multiplied by it
    /// Rows of a table of sines and cosines that is added to the word embeddings and is not a
    /// parameter; 0: none.
    std::int64_t computed_positions = 0;
    std::int64_t pad_id = 0;
    std::int64_t first_position = 0; ///< row of the position table for the first token

    /// Whether the head predicts the words of a language model.
    bool has_word_head() const { return readout == task::Readout::every && layer.causal; }
    /// Embeddings, layers, head. (A tied table belongs to the embeddings.)
    std::vector<const BlockSpec*> blocks() const;
    std::uint64_t count() const;
};

} // namespace tunedesk::arch
