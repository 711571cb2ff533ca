// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_spec.h"

#include <cstdint>
#include <span>

/// Costs of a network's parts, computed from their shapes: floating-point operations and values in memory.
/// The caller applies the types and the overhead of a set of operations: see plan/constants.h.
namespace tunedesk::arch {

/// Values in memory per token, by the type in which they are stored.
struct TokenValues {
    double hidden = 0;     ///< fp32
    double products = 0;   ///< in the type of the operands and results of matrix products
    double statistics = 0; ///< fp32, independent of the width: a few numbers per token
};

/// Values per token that a layer keeps for its backward pass if fused operations compute it: the
/// normalized rows of its norms with the reciprocal deviations, its input, and the inputs and
/// outputs of its products. Fused attention keeps queries, keys, values, its output and the
/// log-sum-exp of each head; dropout masks are generated again from counters, and the activation's
/// output is recomputed. (The last norm's output is the next layer's input.)
TokenValues kept_by_layer(const LayerKind& kind);

/// The same for a layer of which the head reads only the first tokens: its input, keys and values;
/// what it keeps for the rows of the first tokens is not counted.
TokenValues kept_by_first_only_layer(const LayerKind& kind);

/// What LibTorch's operations keep beside that of a token whose attention is block-sparse, in fp32: the keys
/// and values that its block sees, gathered, and its probabilities. 0 without blocks.
double gathered_by_layer(const LayerKind& kind);

/// The normalized sum of the embedding tables and its reciprocal deviation, per token.
TokenValues kept_by_embeddings(const ModelSpec& spec);

/// Values per token that a language model's head keeps: the normalized rows of its norm, if it has
/// one, with the reciprocal deviation; the input of its product, and the log-sum-exp of its logits,
/// which are recomputed.
TokenValues kept_by_word_head(const ModelSpec& spec);

/// Floating-point operations of the matrix products in one forward pass over sequences of these
/// lengths (multiply and add count as two; equal to torch.utils.flop_counter).
double forward_flops(const ModelSpec& spec, std::span<const std::uint32_t> lengths);

} // namespace tunedesk::arch
