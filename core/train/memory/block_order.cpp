#include "train/memory/block_order.h"

#include <algorithm>

namespace tunedesk::train {

std::size_t BlockOrder::first_of_segment(std::size_t block) const {
    return first_trained + (block - first_trained) / checkpointed * checkpointed;
}

std::size_t BlockOrder::after_recomputation(std::size_t block) const {
    const std::size_t end = std::min(first_of_segment(block) + checkpointed, blocks);
    return block + 1 < end ? block + 1 : block > first_trained ? block - 1 : 0;
}

std::size_t BlockOrder::after_backward(std::size_t block) const {
    if (block <= first_trained) return 0;
    return checkpointed > 0 && block == first_of_segment(block) ? block - checkpointed : block - 1;
}

} // namespace tunedesk::train
