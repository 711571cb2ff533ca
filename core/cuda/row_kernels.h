// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>
#include <algorithm>
#include <cstdint>
#include <optional>

/// The kernels of row_kernels.cuh on tensors of a device. Each call enqueues on this thread's stream. Rows
/// and tensors are contiguous; tensors are fp32 unless otherwise stated.
namespace tunedesk::cuda {

/// The same layout as rows::Dropout of row_parts.cuh, which the kernels receive by value.
struct RowDropout {
    std::uint32_t threshold = 0;
    float scale = 1;
    std::uint64_t seed = 0, offset = 0;
    const std::int64_t *seed_at = nullptr, *offset_at = nullptr;

    RowDropout() = default; ///< no dropout
    /// Drops elements with `probability` in [0, 1); seed and offset are still to be set.
    explicit RowDropout(double probability) {
        if (probability <= 0) return;
        threshold = static_cast<std::uint32_t>(std::min(probability * 4294967296.0, 4294967295.0));
        scale = static_cast<float>(1 / (1 - probability));
    }
};

/// Dropout with the next numbers of the device's generator, which advances. While a graph is recorded, each
/// replay has its own numbers.
RowDropout draw(double probability, at::Device device);

/// Values of a LayerNorm's forward pass for its backward pass.
struct Normalised {
    at::Tensor y, sum, mean, rstd; ///< [rows, width], [rows, width], [rows], [rows]
};

/// LayerNorm(dropout(x) + residual); x of any type that models compute in.
Normalised drop_add_norm(const at::Tensor& x, const at::Tensor& residual, const at::Tensor& gamma,
                         const at::Tensor& beta, double eps, const RowDropout& dropout);

/// dropout(LayerNorm(word[ids] + position[places] + type[kinds])); ids int32 [rows], tables of one type,
/// `type` may be undefined.
Normalised embed_norm(const at::Tensor& ids, const at::Tensor& places, const at::Tensor& kinds,
                      const at::Tensor& word, const at::Tensor& position, const at::Tensor& type,
                      const at::Tensor& gamma, const at::Tensor& beta, double eps, const RowDropout& dropout);

struct NormGradients {
    at::Tensor sum; ///< gradient of the sum that was normalized
    at::Tensor x;   ///< gradient of the input of dropout `before`, of type x_type; undefined without x_type
    at::Tensor gamma, beta; ///< [width]
};

/// Computes the gradients from dy, the gradient of the output after dropout `after`.
NormGradients norm_backward(const at::Tensor& dy, const at::Tensor& sum, const at::Tensor& mean,
                            const at::Tensor& rstd, const at::Tensor& gamma, const RowDropout& before,
                            const RowDropout& after, std::optional<at::ScalarType> x_type);

} // namespace tunedesk::cuda
