// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernel/kernels.h"
#include "row_kernels.h"

#include <torch/csrc/autograd/custom_function.h>

/// Shared by the autograd functions.
namespace tunedesk::cuda {

/// Stores a dropout's parameters for the backward pass.
struct DropoutHolder : torch::CustomClassHolder {
    RowDropout value;
    explicit DropoutHolder(const RowDropout& dropout) : value(dropout) {}
};

inline void keep(torch::autograd::AutogradContext* context, const RowDropout& dropout) {
    context->saved_data["dropout"] = at::IValue::make_capsule(c10::make_intrusive<DropoutHolder>(dropout));
}

inline RowDropout kept_of(torch::autograd::AutogradContext* context) {
    const auto capsule = context->saved_data["dropout"].toCapsule();
    return static_cast<const DropoutHolder*>(capsule.get())->value;
}

/// Wraps a tensor that may be undefined for torch::autograd::Function, which queries the device of every
/// at::Tensor argument.
inline std::optional<at::Tensor> if_defined(const at::Tensor& tensor) {
    return tensor.defined() ? std::optional(tensor) : std::nullopt;
}

/// The probability of a model's dropout; 0 if its rounded threshold is 0.
inline double probability_of(const kernel::Dropout& dropout) {
    return dropout.threshold() == 0 ? 0 : dropout.probability;
}

} // namespace tunedesk::cuda
