// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernel/kernels.h"
#include "row_kernels.h"

#include <torch/csrc/autograd/custom_function.h>

/// What the autograd functions share.
namespace tunedesk::cuda {

/// A dropout's place, kept for the backward pass.
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

/// A tensor that may be undefined, as torch::autograd::Function takes it: it asks every at::Tensor for its
/// device.
inline std::optional<at::Tensor> if_defined(const at::Tensor& tensor) {
    return tensor.defined() ? std::optional(tensor) : std::nullopt;
}

/// What is drawn of a model's dropout: nothing where it rounds to none.
inline double probability_of(const kernel::Dropout& dropout) {
    return dropout.threshold() == 0 ? 0 : dropout.probability;
}

} // namespace tunedesk::cuda
