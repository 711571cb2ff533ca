// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_spec.h"

#include <cstdint>
#include <span>

/// What a network's parts cost, from their shapes alone: floating-point operations, and the values that are
/// in memory. The types, and what a set of operations adds, are the reader's: see plan/constants.h.
namespace tunedesk::arch {

/// Values in memory of each token, by the type in which they are stored.
struct TokenValues {
    double hidden = 0;     ///< fp32
    double products = 0;   ///< of the type that matrix products read and give
    double statistics = 0; ///< fp32, whatever the width: a few numbers a token
};

/// What a layer keeps of each token for its backward pass, where fused operations compute it: what its norms
/// have normalised, with the reciprocal deviations; its input, and what its products read and give. Fused
/// attention keeps queries, keys, values, its output and the log-sum-exp of each head; dropout masks are
/// drawn again from counters, and what comes behind the activation is computed again. (The last norm's output
/// is the next layer's input.)
TokenValues kept_by_layer(const LayerKind& kind);

/// The same of a layer whose head reads the first tokens alone: its input, keys and values; what it keeps of
/// the first tokens' rows is not counted.
TokenValues kept_by_first_only_layer(const LayerKind& kind);

/// What LibTorch's operations keep beside that of a token whose attention is block-sparse, in fp32: the keys
/// and values that its block sees, gathered, and its probabilities. 0 without blocks.
double gathered_by_layer(const LayerKind& kind);

/// The normalised sum of the embeddings' tables, and its reciprocal deviation.
TokenValues kept_by_embeddings(const ModelSpec& spec);

/// What a language model's head keeps of each token: what its norm, where it has one, has normalised, with
/// the reciprocal deviation; what its product reads, and the normaliser of its logits, which are made again.
TokenValues kept_by_word_head(const ModelSpec& spec);

/// Floating-point operations of one forward pass over sequences of these lengths, matrix products alone
/// (multiply and add count as two; equal to torch.utils.flop_counter).
double forward_flops(const ModelSpec& spec, std::span<const std::uint32_t> lengths);

} // namespace tunedesk::arch
