// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

namespace tunedesk::kernel {
struct Codebook;
}

namespace tunedesk::train {

// 8-bit optimizer state with LibTorch's functions, for devices: codes are bytes of a codebook, in the
// parameter's shape, with a scale per block of kernel::state_block elements.

/// Dequantizes the state to fp32 in the parameter's shape.
at::Tensor decode_state(const at::Tensor& codes, const at::Tensor& scales, const kernel::Codebook& book);

/// Quantizes fp32 `state` into `codes` and `scales`, which are unchanged if the scalar `left_out` is 1.
void encode_state(const at::Tensor& state, const at::Tensor& codes, const at::Tensor& scales,
                  const kernel::Codebook& book, const at::Tensor& left_out);

} // namespace tunedesk::train
