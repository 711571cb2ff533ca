// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>
#include <algorithm>
#include <cstdint>
#include <optional>

/// row_kernels.cuh on tensors of a device. Each call enqueues on this thread's stream. Rows lie one after
/// another; tensors are contiguous, fp32 where nothing else is said.
namespace tunedesk::cuda {

/// As rows::Dropout of row_parts.cuh, which the kernels take by value.
struct RowDropout {
    std::uint32_t threshold = 0;
    float scale = 1;
    std::uint64_t seed = 0, offset = 0;
    const std::int64_t *seed_at = nullptr, *offset_at = nullptr;

    RowDropout() = default; ///< drops nothing
    /// Drops an element with `probability`, from 0 below 1; its numbers are still to be chosen.
    explicit RowDropout(double probability) {
        if (probability <= 0) return;
        threshold = static_cast<std::uint32_t>(std::min(probability * 4294967296.0, 4294967295.0));
        scale = static_cast<float>(1 / (1 - probability));
    }
};

/// Dropout with the next numbers of the device's generator, which count on. Also while a graph is recorded:
/// then the numbers are those of each replay's place.
RowDropout draw(double probability, at::Device device);

/// What a LayerNorm's backward pass needs of its forward pass.
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
    at::Tensor sum;         ///< by what was normalised
    at::Tensor x;           ///< by what `before` dropped, of type x_type; undefined without x_type
    at::Tensor gamma, beta; ///< [width]
};

/// From the gradient dy of y, which `after` dropped.
NormGradients norm_backward(const at::Tensor& dy, const at::Tensor& sum, const at::Tensor& mean,
                            const at::Tensor& rstd, const at::Tensor& gamma, const RowDropout& before,
                            const RowDropout& after, std::optional<at::ScalarType> x_type);

} // namespace tunedesk::cuda
