// SPDX-License-Identifier: GPL-3.0-or-later
// The decoders' kernels of core/cuda on the simulated device, as fused_kernels.cpp.
#include "cuda/decoder_kernels.cuh"
#include "cuda/decoder_kernels.h"

#include "simulated/row_tensors.h"

namespace tunedesk::cuda {

RmsNormed rms_norm(const Tensor& x, const Tensor& gamma, double eps) {
    const c10::DeviceGuard guard(x.device());
    const Tensor in = as_read(x);
    RmsNormed out{at::empty_like(in), at::empty({in.size(0)}, in.options())};
    simulated::launch(
        "rms_norm", {in, as_read(gamma)}, {out.y, out.rstd}, [eps](const Tensors& t, const RandomStart&) {
            each_row(t[0].size(0), [&](rows::Long row) {
                rows::rms_norm(Alone(), row, static_cast<int>(t[0].size(1)), numbers(t[0]), numbers(t[1]),
                               static_cast<float>(eps), numbers(t[2]), numbers(t[3]));
            });
        });
    return out;
}

RmsGradients rms_norm_backward(const Tensor& dy, const Tensor& x, const Tensor& rstd, const Tensor& gamma,
                               bool with_gamma) {
    const c10::DeviceGuard guard(x.device());
    RmsGradients out{at::empty_like(x), at::empty({with_gamma ? x.size(1) : 0}, x.options())};
    simulated::launch("rms_norm_backward", {as_read(dy), x, rstd, as_read(gamma)}, {out.x, out.gamma},
                      [](const Tensors& t, const RandomStart&) {
                          const auto count = static_cast<rows::Long>(t[1].size(0));
                          const int width = static_cast<int>(t[1].size(1));
                          for (rows::Long row = 0; row < count; ++row)
                              rows::rms_norm_backward(Alone(), row, width, numbers(t[0]), numbers(t[1]),
                                                      numbers(t[2]), numbers(t[3]), numbers(t[4]));
                          for (int column = 0; column < static_cast<int>(t[5].numel()); ++column)
                              numbers(t[5])[column] = rows::rms_gamma_backward(
                                  column, 0, count, width, numbers(t[0]), numbers(t[1]), numbers(t[2]));
                      });
    if (!with_gamma) out.gamma.reset();
    return out;
}

Tensor rotate(const Tensor& x, const Tensor& position, const Turn& turn) {
    const c10::DeviceGuard guard(x.device());
    refuse_other_types(x.scalar_type());
    Tensor out = at::empty(x.sizes(), x.options());
    simulated::launch(
        "rotate", {x.contiguous(), position, as_read(turn.cosines), as_read(turn.sines)}, {out},
        [heads = turn.heads, back = turn.back](const Tensors& t, const RandomStart&) {
            const rows::Turn how{numbers(t[2]), numbers(t[3]), heads, static_cast<int>(t[2].size(1)), back};
            with_type(t[0].scalar_type(), [&](auto* type) {
                using Number = std::remove_pointer_t<decltype(type)>;
                const std::int64_t width = t[0].size(1);
                for (std::int64_t row = 0; row < t[0].size(0); ++row)
                    rows::rotate(Alone(), how, numbers<std::int32_t>(t[1])[row],
                                 numbers<Number>(t[0]) + row * width, numbers<Number>(t[4]) + row * width);
            });
        });
    return out;
}

} // namespace tunedesk::cuda
