#pragma once

#include <cstddef>

namespace tunedesk::train {

/// Which block comes after which, in a pass and in an update: what is prefetched. Blocks are numbered as the
/// model's: 0 is the embeddings, which are always on the device, so that 0 means none. A value.
struct BlockOrder {
    std::size_t blocks = 1;        ///< the embeddings included
    std::size_t first_trained = 1; ///< at least 1
    std::size_t checkpointed = 0;  ///< so many blocks are computed again together; 0: none is

    std::size_t after_forward(std::size_t block) const { return block + 1 < blocks ? block + 1 : 0; }
    /// Of blocks that are computed again in the backward pass.
    std::size_t after_recomputation(std::size_t block) const;
    std::size_t after_backward(std::size_t block) const;

private:
    std::size_t first_of_segment(std::size_t block) const;
};

} // namespace tunedesk::train
