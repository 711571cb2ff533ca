// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/network.h"

#include <c10/core/Storage.h>
#include <vector>

namespace tunedesk::train {

/// Where a block's parameters are in a flat buffer of its elements (plan::FlatLayout): on the device, and in
/// whatever a BlockSource keeps. Parameters that share a storage (joined ones) stay together.
struct BlockLayout {
    struct Member {
        c10::Storage storage;
        std::int64_t begin = 0; ///< in elements of the buffer
    };
    std::vector<Member> members;
    std::int64_t elements = 0;       ///< of the buffer; 0: the block has no place in the layout
    std::size_t first = 0, last = 0; ///< the block's part of ModelLayout::trained

    /// Where one of the block's parameters begins.
    std::int64_t begin_of(const at::Tensor& parameter) const;
    /// Lets the members' storages lie in a buffer [elements], which must outlive their use; an undefined one
    /// leaves them without memory.
    void lie_in(const at::Tensor& buffer) const;
};

/// A parameter that has gradients, of a block that has a place in the layout.
struct TrainedParameter {
    std::size_t block = 0;
    std::int64_t begin = 0; ///< in its block's buffer
    at::Tensor value;
};

struct ModelLayout {
    std::vector<BlockLayout> blocks; ///< the model's, and its head as the last one
    std::vector<TrainedParameter> trained;

    bool has(std::size_t block) const { return blocks[block].elements > 0; }
    /// Of the largest layer.
    std::int64_t layer_elements() const;
};

/// Which blocks have a place: the layers, or embeddings and head too.
enum class LaidOut { layers, all };

/// As the model's parameters are now. `ranks`: each block's buffer can be divided into so many equal chunks.
ModelLayout layout_of(const model::Network& model, LaidOut laid_out, int ranks = 1);

} // namespace tunedesk::train
