// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/visited_block.h"

#include "memory/torch_headers.h"

namespace tunedesk::model {

at::Tensor VisitedBlock::forward(const at::Tensor& hidden, const std::shared_ptr<const Batch>& batch,
                                 const Pass& pass) const {
    if (visitors_->empty()) return block_->forward(hidden, batch, pass);
    visitors_->before_forward(index_);
    at::Tensor out = block_->forward(hidden, batch, pass);
    // The gradient of the block's output is complete after the backward pass of the following blocks.
    if (out.requires_grad())
        out.register_hook([this](const at::Tensor&) { visitors_->before_backward(index_); });
    visitors_->after_forward(index_);
    return out;
}

} // namespace tunedesk::model
