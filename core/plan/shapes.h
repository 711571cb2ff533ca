// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_spec.h"

#include <cstdint>

namespace tunedesk::plan {

/// Parameter counts of a model's parts.
struct Shapes {
    std::uint64_t embeddings = 0;       ///< words, positions, types, layer norm
    std::uint64_t layer = 0;            ///< one encoder layer
    std::uint64_t layers = 0;           ///< number of encoder layers
    std::uint64_t dense = 0;            ///< the head's layers before its last one: BERT's pooler
    std::uint64_t classifier = 0;       ///< the last linear layer; 0 if it uses the embeddings' table
    std::uint64_t tied_table = 0;       ///< that table, if it is trained
    std::uint64_t largest_of_layer = 0; ///< largest tensor of an encoder layer; Q, K and V are in one
    std::uint64_t largest_tensor = 0;   ///< usually the word embeddings
    std::uint64_t frozen_blocks =
        0; ///< blocks before the first one with a trained parameter: embeddings, layers
    std::uint64_t total() const { return embeddings + layers * layer + dense + classifier; }
};

Shapes shapes_of(const arch::ModelSpec& spec);

} // namespace tunedesk::plan
