// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/operations.h"
#include "model/quantization/four_bit_matrix.h"

#include <memory>
#include <vector>

namespace tunedesk::model {

/// What is added to a linear layer's product, as LoRA's x A^T B^T (Hu et al., 2021). Thread rule: immutable
/// but for its parameters' values.
class LinearAdapter {
public:
    virtual ~LinearAdapter() = default;
    /// [rows, outputs] in fp32 for the layer's input x [rows, inputs], whose rows are the view's; products
    /// are taken in the type `compute`.
    virtual at::Tensor added(const Operations& operations, const at::Tensor& x, const RowView& view,
                             const Pass& pass, at::ScalarType compute) const = 0;
    /// Those that have gradients: inputs of the autograd node where activations are recomputed.
    virtual std::vector<at::Tensor> parameters() const { return {}; }
};

/// What combines a linear layer's products, before its bias: the sum over ranks that hold slices of its
/// inputs (Megatron-LM's row-parallel layers). Thread rule: immutable.
class LinearReduction {
public:
    virtual ~LinearReduction() = default;
    virtual at::Tensor reduce(const at::Tensor& product) const = 0;
};

/// The place of a linear layer in a block. Techniques set what stands between its product and its result; the
/// block then runs from the small operations.
struct LinearLayer {
    at::Tensor weight, bias; ///< [outputs, inputs], [outputs]; bias may be undefined
    bool transposed = false; ///< the weight is [inputs, outputs]
    std::shared_ptr<const LinearAdapter> adapter{};
    std::shared_ptr<const LinearReduction> reduction{};
    std::shared_ptr<const FourBitMatrix> packed{}; ///< the weight's numbers, which then has a shape alone
    /// Of a transposed weight in so many sections of outputs below each other: [sections * inputs, outputs].
    std::int64_t sections = 1;
    WordSlice words{}; ///< of a language model's last layer, whose outputs they are

    /// The weight as [outputs, inputs].
    at::Tensor matrix() const;
    /// Nothing stands between: fused operations may take the parameters.
    bool is_plain() const { return !adapter && !reduction && !packed; }
    /// What adapters and reductions make of the layer's product [rows, outputs], which may have its bias, of
    /// x.
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
