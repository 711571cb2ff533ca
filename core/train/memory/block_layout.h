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
    std::int64_t elements = 0;       ///< of the buffer; 0: the block is always on the device
    std::size_t first = 0, last = 0; ///< the block's part of ModelLayout::trained

    /// Where one of the block's parameters begins.
    std::int64_t begin_of(const at::Tensor& parameter) const;
};

/// A parameter that has gradients, of a block that is not always on the device.
struct TrainedParameter {
    std::size_t block = 0;
    std::int64_t begin = 0; ///< in its block's buffer
    at::Tensor value;
};

struct ModelLayout {
    std::vector<BlockLayout> blocks; ///< the model's; embeddings and head have no place in it
    std::vector<TrainedParameter> trained;

    /// Of the largest block.
    std::int64_t most_elements() const;
};

/// Of all blocks but the embeddings, as the model's parameters are now. `ranks`: each block's buffer can be
/// divided into so many equal chunks.
ModelLayout layout_of(const model::Network& model, int ranks = 1);

} // namespace tunedesk::train
