// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/memory/block_order.h"

#include <algorithm>

namespace tunedesk::train {

std::size_t BlockOrder::first_of_segment(std::size_t block) const {
    return segments_begin() + (block - segments_begin()) / checkpointed * checkpointed;
}

std::size_t BlockOrder::after_recomputation(std::size_t block) const {
    const std::size_t end = std::min(first_of_segment(block) + checkpointed, blocks);
    return block + 1 < end ? block + 1 : block > first_trained ? block - 1 : none;
}

std::size_t BlockOrder::after_backward(std::size_t block) const {
    if (block <= first_trained) return none;
    const bool ends_segment =
        checkpointed > 0 && block > segments_begin() && block == first_of_segment(block);
    return ends_segment ? block - checkpointed : block - 1;
}

BlockOrder order_of(const model::Network& model) {
    return {model.block_count(), model.first_trained_block(),
            static_cast<std::size_t>(model.checkpointed_layers())};
}

} // namespace tunedesk::train
