// SPDX-License-Identifier: GPL-3.0-or-later
// The decoders' kernels with their bodies run by one thread on the host, in place of the launches.

#include "cuda/alone.h"
#include "cuda/decoder_kernels.cuh"
#include "cuda/decoder_kernels.h"

#include <ATen/ATen.h>

namespace tunedesk::cuda {

using test::Alone;

namespace {

float* numbers(const at::Tensor& tensor) {
    return tensor.mutable_data_ptr<float>();
}

} // namespace

RmsNormed rms_norm(const at::Tensor& x, const at::Tensor& gamma, double eps) {
    const RmsNormed out{at::empty_like(x), at::empty({x.size(0)}, x.options())};
    for (std::int64_t row = 0; row < x.size(0); ++row)
        rows::rms_norm(Alone(), static_cast<rows::Long>(row), static_cast<int>(x.size(1)), numbers(x),
                       numbers(gamma), static_cast<float>(eps), numbers(out.y), numbers(out.rstd));
    return out;
}

RmsGradients rms_norm_backward(const at::Tensor& dy, const at::Tensor& x, const at::Tensor& rstd,
                               const at::Tensor& gamma, bool with_gamma) {
    const at::Tensor gradient = dy.contiguous();
    const RmsGradients out{at::empty_like(x),
                           with_gamma ? at::empty({x.size(1)}, x.options()) : at::Tensor()};
    const auto count = static_cast<rows::Long>(x.size(0));
    const int width = static_cast<int>(x.size(1));
    for (rows::Long row = 0; row < count; ++row)
        rows::rms_norm_backward(Alone(), row, width, numbers(gradient), numbers(x), numbers(rstd),
                                numbers(gamma), numbers(out.x));
    for (int column = 0; with_gamma && column < width; ++column)
        numbers(out.gamma)[column] =
            rows::rms_gamma_backward(column, 0, count, width, numbers(gradient), numbers(x), numbers(rstd));
    return out;
}

at::Tensor rotate(const at::Tensor& x, const at::Tensor& position, const Turn& turn) {
    const at::Tensor in = x.contiguous(), out = at::empty(x.sizes(), x.options());
    const rows::Turn how{numbers(turn.cosines), numbers(turn.sines), turn.heads,
                         static_cast<int>(turn.cosines.size(1)), turn.back};
    const auto run = [&](auto* from, auto* to) {
        for (std::int64_t row = 0; row < x.size(0); ++row)
            rows::rotate(Alone(), how, position.const_data_ptr<std::int32_t>()[row], from + row * x.size(1),
                         to + row * x.size(1));
    };
    if (x.scalar_type() == at::kFloat)
        run(numbers(in), numbers(out));
    else
        run(static_cast<rows::Bf16*>(in.mutable_data_ptr()),
            static_cast<rows::Bf16*>(out.mutable_data_ptr()));
    return out;
}

} // namespace tunedesk::cuda
