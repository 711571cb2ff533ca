// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace tunedesk::arch {

/// The consecutive layers of a model that one pipeline stage holds, [first, last) of `of`. The
/// stage of the first layer also holds the embeddings, that of the last layer the head.
struct StageLayers {
    std::size_t first = 0, last = 0, of = 0;

    /// All layers of a model.
    static StageLayers whole(std::size_t layers) { return {0, layers, layers}; }

    bool has_embeddings() const { return first == 0; }
    bool has_head() const { return last == of; }
    bool is_whole() const { return has_embeddings() && has_head(); }
    /// The stage's blocks, [first_block(), last_block()) of ModelSpec::blocks().
    std::size_t first_block() const { return has_embeddings() ? 0 : first + 1; }
    std::size_t last_block() const { return has_head() ? of + 2 : last + 1; }
    /// The model's block for one of the stage's blocks, of which 0 are the embeddings, held here or
    /// by another stage, and 1 is the first layer.
    std::size_t block_of_model(std::size_t block) const { return block == 0 ? 0 : first + block; }

    bool operator==(const StageLayers&) const = default;
};

} // namespace tunedesk::arch
