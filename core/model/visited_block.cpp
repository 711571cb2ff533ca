#include "model/visited_block.h"

#include "memory/torch_headers.h"

namespace tunedesk::model {

at::Tensor VisitedBlock::forward(const at::Tensor& hidden, const std::shared_ptr<const Batch>& batch,
                                 const Pass& pass) const {
    visitor_.before_forward(index_);
    at::Tensor out = block_->forward(hidden, batch, pass);
    // The gradient of what the block gave is whole when the blocks after it have gone backward.
    if (out.requires_grad())
        out.register_hook([this](const at::Tensor&) { visitor_.before_backward(index_); });
    return out;
}

} // namespace tunedesk::model
