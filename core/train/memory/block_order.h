// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/network.h"

#include <cstddef>
#include <limits>

namespace tunedesk::train {

/// The order of blocks in passes and updates, for prefetching. Blocks are numbered as in the model; 0 is the
/// embeddings.
struct BlockOrder {
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

    std::size_t blocks = 1;        ///< the embeddings included, the head not
    std::size_t first_trained = 0; ///< the backward pass ends there
    std::size_t checkpointed = 0;  ///< layers per recomputed segment; 0: no activation checkpointing

    /// The next block in a forward pass, or `none`.
    std::size_t after_forward(std::size_t block) const { return block + 1 < blocks ? block + 1 : none; }
    /// The block needed after `block` was recomputed in the backward pass, or `none`.
    std::size_t after_recomputation(std::size_t block) const;
    std::size_t after_backward(std::size_t block) const;

private:
    /// The embeddings are in no segment.
    std::size_t segments_begin() const { return first_trained > 0 ? first_trained : 1; }
    std::size_t first_of_segment(std::size_t block) const;
};

BlockOrder order_of(const model::Network& model);

} // namespace tunedesk::train
