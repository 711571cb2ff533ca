// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

/// decoder_kernels.cuh on tensors of a device. Each call enqueues on this thread's stream. Tensors are
/// contiguous, fp32 where nothing else is said.
namespace tunedesk::cuda {

struct RmsNormed {
    at::Tensor y, rstd; ///< [rows, width], [rows]
};

/// x / rms(x) * gamma; x [rows, width].
RmsNormed rms_norm(const at::Tensor& x, const at::Tensor& gamma, double eps);

struct RmsGradients {
    at::Tensor x, gamma; ///< [rows, width]; [width], undefined where it is not asked for
};
RmsGradients rms_norm_backward(const at::Tensor& dy, const at::Tensor& x, const at::Tensor& rstd,
                               const at::Tensor& gamma, bool with_gamma);

/// Angles of all positions, [positions, head width / 2] each.
struct Turn {
    at::Tensor cosines, sines;
    int heads = 0;
    bool back = false; ///< by the negative angle: the gradient
};
/// x [rows, heads * head width] of a type that models compute in, whose rows may lie apart, each row by its
/// position, int32 [rows]; the result is contiguous.
at::Tensor rotate(const at::Tensor& x, const at::Tensor& position, const Turn& turn);

} // namespace tunedesk::cuda
