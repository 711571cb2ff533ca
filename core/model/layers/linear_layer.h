// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/operations.h"
#include "model/quantization/four_bit_matrix.h"

#include <memory>
#include <vector>

namespace tunedesk::model {

/// A term added to a linear layer's product, such as LoRA's x A^T B^T (Hu et al., 2021). Thread rule:
/// immutable except for its parameters' values.
class LinearAdapter {
public:
    virtual ~LinearAdapter() = default;
    /// [rows, outputs] in fp32 for the layer's input x [rows, inputs], whose rows are the view's; products
    /// are taken in the type `compute`.
    virtual at::Tensor added(const Operations& operations, const at::Tensor& x, const RowView& view,
                             const Pass& pass, at::ScalarType compute) const = 0;
    /// Parameters with gradients, which become inputs of the autograd node if activations are recomputed.
    virtual std::vector<at::Tensor> parameters() const { return {}; }
};

/// Reduces a linear layer's product over ranks before its bias is added: the sum over ranks that hold slices
/// of its inputs (Megatron-LM's row-parallel layers). Thread rule: immutable.
class LinearReduction {
public:
    virtual ~LinearReduction() = default;
    virtual at::Tensor reduce(const at::Tensor& product) const = 0;
};

/// A linear layer of a block. Techniques set an adapter, reduction or packed weight; the block then uses the
/// small operations.
struct LinearLayer {
    at::Tensor weight, bias; ///< [outputs, inputs], [outputs]; bias may be undefined
    bool transposed = false; ///< the weight is [inputs, outputs]
    std::shared_ptr<const LinearAdapter> adapter{};
    std::shared_ptr<const LinearReduction> reduction{};
    std::shared_ptr<const FourBitMatrix> packed{}; ///< the weight's values; `weight` then has only a shape
    /// For a transposed weight: number of sections of outputs stacked below each other, [sections * inputs,
    /// outputs].
    std::int64_t sections = 1;
    WordSlice words{}; ///< for a language model's last layer: the words of its outputs

    /// The weight as [outputs, inputs].
    at::Tensor matrix() const;
    /// Whether there is no adapter, reduction or packed weight, so that fused operations can use the
    /// parameters.
    bool is_plain() const { return !adapter && !reduction && !packed; }
    /// Applies adapter and reduction to the layer's product [rows, outputs] of x, which may include the bias.
    at::Tensor adapted(const Operations& operations, at::Tensor product, const at::Tensor& x,
                       const RowView& view, const Pass& pass, at::ScalarType compute) const;
    /// The layer without its bias: [rows, outputs] in fp32.
    at::Tensor product(const Operations& operations, const at::Tensor& x, const RowView& view,
                       const Pass& pass, at::ScalarType compute) const;
    /// The whole layer: [rows, outputs] in the type `result`.
    at::Tensor forward(const Operations& operations, const at::Tensor& x, const RowView& view,
                       const Pass& pass, at::ScalarType compute, at::ScalarType result) const;
};

} // namespace tunedesk::model
