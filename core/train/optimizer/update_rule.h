// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>
#include <cstdint>

namespace tunedesk::train {

/// Updates parameters from their gradients by SGD, Adam or AdamW as in torch.optim, or by AdamW with 8-bit
/// state. HostRule uses the fused kernels, DeviceRule LibTorch's fused functions. An update is made in one of
/// two ways: norm(), clip() and step() after the backward pass, or update_one() for each parameter between
/// begin_backward() and finish_backward(). Non-finite gradients skip the whole update, or in the second way
/// that of the parameter. Norms are L2: a scalar on the parameters' device that is finite if all gradients
/// are. Thread rule: one thread, and its backward pass.
class UpdateRule {
public:
    virtual ~UpdateRule() = default;

    /// Sets the number of updates made before, after the states were restored.
    virtual void set_updates(std::int64_t updates) = 0;
    /// Before a step's first backward pass.
    virtual void begin_step(double learning_rate) = 0;

    /// The norm of the gradients of all slots with is_counted, still multiplied by the loss scale.
    virtual at::Tensor norm() = 0;
    /// The argument for step() that removes `loss_scale` from the gradients and clips them to
    /// training.max_grad_norm. `norm`: of all gradients of all ranks, without the scale. The form depends on
    /// the rule: a multiplier or a divisor; undefined if gradients are unchanged.
    virtual at::Tensor clip(const at::Tensor& norm, double loss_scale) const = 0;
    /// Updates all parameters, unless `finite`, a boolean scalar, is false. After norm().
    virtual void step(const at::Tensor& clip, const at::Tensor& finite) = 0;

    virtual void begin_backward() = 0;
    /// Updates a parameter with its complete gradient, without clipping or scaling.
    virtual void update_one(std::size_t slot) = 0;
    /// Returns the norm of the gradients that update_one() has seen.
    virtual at::Tensor finish_backward() = 0;

    /// Whether a table's gradient may be a sparse tensor of the rows that the step has used.
    virtual bool takes_sparse() const = 0;
};

} // namespace tunedesk::train
