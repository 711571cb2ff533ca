// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

/// The kernels of decoder_kernels.cuh on tensors of a device. Each call enqueues on this thread's stream.
/// Tensors are contiguous and fp32 unless otherwise stated.
namespace tunedesk::cuda {

struct RmsNormed {
    at::Tensor y, rstd; ///< [rows, width], [rows]
};

/// x / rms(x) * gamma; x [rows, width].
RmsNormed rms_norm(const at::Tensor& x, const at::Tensor& gamma, double eps);

struct RmsGradients {
    at::Tensor x, gamma; ///< [rows, width]; [width], undefined if not requested
};
RmsGradients rms_norm_backward(const at::Tensor& dy, const at::Tensor& x, const at::Tensor& rstd,
                               const at::Tensor& gamma, bool with_gamma);

/// Cosines and sines of the angles of all positions, [positions, head width / 2] each.
struct Turn {
    at::Tensor cosines, sines;
    int heads = 0;
    bool back = false; ///< rotates by the negative angle: the backward pass
};
/// Rotates each row of x by the angles of its position, int32 [rows]. x [rows, heads * head width] has a type
/// that models compute in, and its rows may be strided; the result is contiguous.
at::Tensor rotate(const at::Tensor& x, const at::Tensor& position, const Turn& turn);

} // namespace tunedesk::cuda
