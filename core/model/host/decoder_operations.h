// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/operations.h"

/// The operations of the fused set (model/operations.h) that decoders have beside the small ones: each an
/// autograd function over the kernels of kernel/kernels.h. Tensors are in host memory.
namespace tunedesk::model {

std::vector<at::Tensor> host_linears(const at::Tensor& x, std::span<const LinearParameters> layers,
                                     at::ScalarType compute);

/// For the backward pass only the inputs of the wide activations are kept.
at::Tensor host_activated_product(const at::Tensor& u, const at::Tensor& gate, const at::Tensor& weight,
                                  arch::Activation activation, at::ScalarType compute);

at::Tensor host_gated(const at::Tensor& gate, const at::Tensor& up, arch::Activation activation);

at::Tensor host_rotate(const std::shared_ptr<const Batch>& batch, const at::Tensor& x, int heads,
                       const RotaryTable::Angles& angles);

} // namespace tunedesk::model
