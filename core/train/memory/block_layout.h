// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/network.h"

#include <c10/core/Storage.h>
#include <vector>

namespace tunedesk::train {

/// The positions of a block's parameters in a flat buffer (plan::FlatLayout), on the device and in a
/// BlockSource. Parameters that share a storage (joined ones) stay together.
struct BlockLayout {
    struct Member {
        c10::Storage storage;
        std::int64_t begin = 0; ///< in elements of the buffer
    };
    std::vector<Member> members;
    std::int64_t elements = 0;       ///< size of the buffer; 0: the block is not in the layout
    std::size_t first = 0, last = 0; ///< the block's part of ModelLayout::trained

    /// Offset of one of the block's parameters, in elements.
    std::int64_t begin_of(const at::Tensor& parameter) const;
    /// Makes the members' storages views of `buffer` [elements], which must outlive their use; an undefined
    /// buffer leaves them without memory.
    void lie_in(const at::Tensor& buffer) const;
};

/// A parameter with gradients, of a block in the layout.
struct TrainedParameter {
    std::size_t block = 0;
    std::int64_t begin = 0; ///< offset in its block's buffer
    at::Tensor value;
};

struct ModelLayout {
    std::vector<BlockLayout> blocks; ///< the model's blocks, then its head
    std::vector<TrainedParameter> trained;

    bool has(std::size_t block) const { return blocks[block].elements > 0; }
    /// Elements of the largest layer.
    std::int64_t layer_elements() const;
};

/// The blocks in a layout: the layers, or also embeddings and head.
enum class LaidOut { layers, all };

/// The layout of the model's current parameters. Each block's buffer is divisible into `ranks` equal chunks.
ModelLayout layout_of(const model::Network& model, LaidOut laid_out, int ranks = 1);

} // namespace tunedesk::train
