#pragma once

#include <ATen/core/Tensor.h>
#include <cstdint>

namespace tunedesk::train {

/// How parameters are stepped by their gradients, as torch.optim's SGD, Adam and AdamW do it, AdamW with
/// states in 8 bits beside them. HostRule does it with the fused kernels, DeviceRule with LibTorch's fused
/// functions. A step is made in one of two ways: update() when the backward pass is over, or between
/// begin_backward() and finish_backward() update_one() for each parameter. Gradients that are not finite
/// change nothing: all of them together, or the one parameter. Norms are L2, a scalar on the parameters'
/// device that is finite where the gradients are. Thread rule: one thread, and its backward pass.
class UpdateRule {
public:
    virtual ~UpdateRule() = default;

    /// Updates made before, after a restore, whose states are there by now.
    virtual void set_updates(std::int64_t updates) = 0;
    /// Before a step's first backward pass.
    virtual void begin_step(double learning_rate) = 0;

    /// Clips the gradients, which are those of the loss times `loss_scale`, to training.max_grad_norm and
    /// steps all parameters. Returns the norm of all gradients before clipping, the scale taken out.
    virtual at::Tensor update(double loss_scale) = 0;

    virtual void begin_backward() = 0;
    /// Steps a parameter whose gradient is whole; it is neither clipped nor scaled.
    virtual void update_one(std::size_t slot) = 0;
    /// Returns the norm of the gradients that update_one() has seen.
    virtual at::Tensor finish_backward() = 0;

    /// Whether a table's gradient may be a sparse tensor of the rows that the step has used.
    virtual bool takes_sparse() const = 0;
};

} // namespace tunedesk::train
