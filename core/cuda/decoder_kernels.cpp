// SPDX-License-Identifier: GPL-3.0-or-later
// Launches the kernels of decoder_kernels.cuh.

#include "decoder_kernels.h"

#include "kernel_library.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <c10/cuda/CUDAGuard.h>
#include <fmt/format.h>

namespace tunedesk::cuda {

namespace {

// The layout of rows::Turn in decoder_kernels.cuh.
struct TurnArguments {
    const float *cosines, *sines;
    int heads, half, back;
};

} // namespace

RmsNormed rms_norm(const at::Tensor& x, const at::Tensor& gamma, double eps) {
    const c10::cuda::CUDAGuard guard(x.device());
    const std::int64_t rows = x.size(0), width = x.size(1);
    const at::Tensor in = plain(x), g = plain(gamma);
    const RmsNormed out{at::empty_like(in), at::empty({rows}, in.options())};
    library().launch("rms_norm", grid_of(rows), block_of(width), static_cast<int>(width), read(in), read(g),
                     static_cast<float>(eps), numbers(out.y), numbers(out.rstd));
    return out;
}

RmsGradients rms_norm_backward(const at::Tensor& dy, const at::Tensor& x, const at::Tensor& rstd,
                               const at::Tensor& gamma, bool with_gamma) {
    const c10::cuda::CUDAGuard guard(x.device());
    const std::int64_t rows = x.size(0), width = x.size(1);
    const at::Tensor gradient = plain(dy), g = plain(gamma);
    RmsGradients out{at::empty_like(x), {}};
    library().launch("rms_norm_backward", grid_of(rows), block_of(width), static_cast<int>(width),
                     read(gradient), read(x), read(rstd), read(g), numbers(out.x));
    if (!with_gamma) return out;
    constexpr std::int64_t threads = 128, fewest = 64, most_chunks = 65535; // of a grid
    const std::int64_t chunk = std::max(fewest, (rows + most_chunks - 1) / most_chunks);
    const std::int64_t chunks = (rows + chunk - 1) / chunk;
    const at::Tensor parts = at::empty({chunks, width}, x.options());
    library().launch(
        "rms_gamma_backward",
        dim3(static_cast<unsigned>((width + threads - 1) / threads), static_cast<unsigned>(chunks)),
        dim3(threads), static_cast<int>(width), static_cast<long long>(rows), static_cast<long long>(chunk),
        read(gradient), read(x), read(rstd), numbers(parts));
    out.gamma = parts.sum(0);
    return out;
}

at::Tensor rotate(const at::Tensor& x, const at::Tensor& position, const Turn& turn) {
    const c10::cuda::CUDAGuard guard(x.device());
    TORCH_CHECK(position.scalar_type() == at::kInt, "positions must be int32");
    const at::Tensor in = x.stride(1) == 1 ? x : x.contiguous(), cosines = plain(turn.cosines),
                     sines = plain(turn.sines);
    const at::Tensor out = at::empty(x.sizes(), x.options());
    const TurnArguments arguments{read(cosines), read(sines), turn.heads, static_cast<int>(cosines.size(1)),
                                  turn.back};
    library().launch(fmt::format("rotate_{}", suffix(x.scalar_type())), grid_of(x.size(0)),
                     block_of(x.size(1) / 2), arguments, position.const_data_ptr<int>(), in.const_data_ptr(),
                     static_cast<long long>(in.stride(0)), out.mutable_data_ptr());
    return out;
}

} // namespace tunedesk::cuda
