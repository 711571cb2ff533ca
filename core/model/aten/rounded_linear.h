// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

namespace tunedesk::model {

/// x weight^T + bias, which may be undefined, in `compute`, by LibTorch's functions on any device. The
/// rounded copy of a weight of another type is recomputed for the backward pass, not kept.
at::Tensor rounded_linear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                          at::ScalarType compute);

} // namespace tunedesk::model
