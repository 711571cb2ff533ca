// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

namespace tunedesk::kernel {
struct Codebook;
}

namespace tunedesk::train {

// The optimizer's state in 8 bits in LibTorch's functions, for devices: codes are bytes of a codebook, in the
// parameter's shape, with a scale for each block of kernel::state_block elements.

/// The state as fp32, in the parameter's shape.
at::Tensor decode_state(const at::Tensor& codes, const at::Tensor& scales, const kernel::Codebook& book);

/// Takes fp32 `state` into codes and scales, unless `left_out`, a scalar, is 1: they stay then.
void encode_state(const at::Tensor& state, const at::Tensor& codes, const at::Tensor& scales,
                  const kernel::Codebook& book, const at::Tensor& left_out);

} // namespace tunedesk::train
