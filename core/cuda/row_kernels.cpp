// SPDX-License-Identifier: GPL-3.0-or-later
// Launches the kernels of row_kernels.cuh.

#include "row_kernels.h"

#include "kernel_library.h"

#include <ATen/ATen.h>
#include <ATen/cuda/CUDAGeneratorImpl.h>
#include <c10/cuda/CUDAGuard.h>
#include <fmt/format.h>

namespace tunedesk::cuda {

namespace {

// As the kernels' parameters lie in row_kernels.cuh.
struct Norm {
    const float *gamma, *beta;
    float eps;
};
static_assert(sizeof(RowDropout) == 40 && offsetof(RowDropout, seed_at) == 24);

Normalised make_results(std::int64_t rows, std::int64_t width, const at::Tensor& like) {
    const at::TensorOptions options(at::TensorOptions(like.device()).dtype(at::kFloat));
    return {at::empty({rows, width}, options), at::empty({rows, width}, options), at::empty({rows}, options),
            at::empty({rows}, options)};
}

} // namespace

RowDropout draw(double probability, at::Device device) {
    RowDropout dropout(probability);
    if (!dropout.threshold) return dropout;
    at::PhiloxCudaState state;
    {
        auto* generator = at::get_generator_or_default<at::CUDAGeneratorImpl>(
            std::nullopt, at::cuda::detail::getDefaultCUDAGenerator(device.index()));
        const std::lock_guard lock(generator->mutex_);
        state = generator->philox_cuda_state(4); // four numbers of each group of four elements
    }
    if (state.captured_) {
        dropout.seed_at = state.seed_.ptr;
        dropout.offset_at = state.offset_.ptr;
        dropout.offset = state.offset_intragraph_;
    } else {
        dropout.seed = state.seed_.val;
        dropout.offset = state.offset_.val;
    }
    return dropout;
}

Normalised drop_add_norm(const at::Tensor& x, const at::Tensor& residual, const at::Tensor& gamma,
                         const at::Tensor& beta, double eps, const RowDropout& dropout) {
    const c10::cuda::CUDAGuard guard(x.device());
    const std::int64_t rows = x.size(0), width = x.size(1);
    const at::Tensor in = x.contiguous(), added = plain(residual), g = plain(gamma), b = plain(beta);
    Normalised result = make_results(rows, width, x);
    const Norm norm{numbers(g), numbers(b), static_cast<float>(eps)};
    library().launch(fmt::format("drop_add_norm_{}", suffix(x.scalar_type())), grid_of(rows), block_of(width),
                     static_cast<int>(width), in.const_data_ptr(), static_cast<const float*>(numbers(added)),
                     norm, dropout, numbers(result.sum), numbers(result.y), numbers(result.mean),
                     numbers(result.rstd));
    return result;
}

Normalised embed_norm(const at::Tensor& ids, const at::Tensor& places, const at::Tensor& kinds,
                      const at::Tensor& word, const at::Tensor& position, const at::Tensor& type,
                      const at::Tensor& gamma, const at::Tensor& beta, double eps,
                      const RowDropout& dropout) {
    const c10::cuda::CUDAGuard guard(word.device());
    const std::int64_t rows = ids.size(0), width = word.size(1);
    TORCH_CHECK(ids.scalar_type() == at::kInt && places.scalar_type() == at::kInt &&
                    kinds.scalar_type() == at::kInt,
                "ids must be int32");
    const at::Tensor g = plain(gamma), b = plain(beta);
    Normalised result = make_results(rows, width, word);
    const Norm norm{numbers(g), numbers(b), static_cast<float>(eps)};
    library().launch(fmt::format("embed_norm_{}", suffix(word.scalar_type())), grid_of(rows), block_of(width),
                     static_cast<int>(width), ids.const_data_ptr<int>(), places.const_data_ptr<int>(),
                     kinds.const_data_ptr<int>(), word.const_data_ptr(), position.const_data_ptr(),
                     type.defined() ? type.const_data_ptr() : static_cast<const void*>(nullptr), norm,
                     dropout, numbers(result.sum), numbers(result.y), numbers(result.mean),
                     numbers(result.rstd));
    return result;
}

NormGradients norm_backward(const at::Tensor& dy, const at::Tensor& sum, const at::Tensor& mean,
                            const at::Tensor& rstd, const at::Tensor& gamma, const RowDropout& before,
                            const RowDropout& after, std::optional<at::ScalarType> x_type) {
    const c10::cuda::CUDAGuard guard(dy.device());
    const std::int64_t rows = sum.size(0), width = sum.size(1);
    const at::Tensor gradient = plain(dy), g = plain(gamma);
    NormGradients result;
    result.sum = at::empty_like(sum);
    if (x_type) result.x = at::empty(sum.sizes(), sum.options().dtype(*x_type));
    const auto of = [](const at::Tensor& tensor) { return static_cast<const float*>(numbers(tensor)); };
    library().launch(fmt::format("norm_backward_{}", suffix(x_type.value_or(at::kFloat))), grid_of(rows),
                     block_of(width), static_cast<int>(width), of(gradient), of(sum), of(mean), of(rstd),
                     of(g), before, after, numbers(result.sum),
                     result.x.defined() ? result.x.mutable_data_ptr() : static_cast<void*>(nullptr));
    constexpr std::int64_t chunk = 64, threads = 128;
    const std::int64_t chunks = (rows + chunk - 1) / chunk;
    const at::Tensor parts_gamma = at::empty({chunks, width}, sum.options()),
                     parts_beta = at::empty({chunks, width}, sum.options());
    library().launch(
        "norm_parameters_backward",
        dim3(static_cast<unsigned>((width + threads - 1) / threads), static_cast<unsigned>(chunks)),
        dim3(threads), static_cast<int>(width), static_cast<long long>(rows), static_cast<long long>(chunk),
        of(gradient), of(sum), of(mean), of(rstd), after, numbers(parts_gamma), numbers(parts_beta));
    result.gamma = parts_gamma.sum(0);
    result.beta = parts_beta.sum(0);
    return result;
}

} // namespace tunedesk::cuda
