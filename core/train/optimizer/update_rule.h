// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>
#include <cstdint>

namespace tunedesk::train {

/// How parameters are updated from their gradients: torch.optim's SGD, Adam and AdamW, and AdamW with 8-bit
/// state. HostRule uses the fused kernels, DeviceRule LibTorch's fused functions. An update is made in one of
/// two ways: norm(), clip() and step() after the backward pass, or update_one() for each parameter between
/// begin_backward() and finish_backward(). Non-finite gradients change nothing: all of them together, or the
/// one parameter. Norms are L2: a scalar on the parameters' device that is finite where the gradients are.
/// Thread rule: one thread, and its backward pass.
class UpdateRule {
public:
    virtual ~UpdateRule() = default;

    /// Updates made before, after a restore, whose states are there by now.
    virtual void set_updates(std::int64_t updates) = 0;
    /// Before a step's first backward pass.
    virtual void begin_step(double learning_rate) = 0;

    /// The norm of all gradients of the slots that are counted, the loss scale included.
    virtual at::Tensor norm() = 0;
    /// What step() needs to remove `loss_scale` from the gradients and to clip them to
    /// training.max_grad_norm. `norm`: of all gradients of all ranks, the scale removed. Each rule has a form
    /// of its own: a multiplier or a divisor; undefined where gradients stay as they are.
    virtual at::Tensor clip(const at::Tensor& norm, double loss_scale) const = 0;
    /// Updates all parameters, unless `finite`, a boolean scalar, is false. After norm().
    virtual void step(const at::Tensor& clip, const at::Tensor& finite) = 0;

    virtual void begin_backward() = 0;
    /// Updates a parameter whose gradient is complete; it is neither clipped nor scaled.
    virtual void update_one(std::size_t slot) = 0;
    /// Returns the norm of the gradients that update_one() has seen.
    virtual at::Tensor finish_backward() = 0;

    /// Whether a table's gradient may be a sparse tensor of the rows that the step has used.
    virtual bool takes_sparse() const = 0;
};

} // namespace tunedesk::train
