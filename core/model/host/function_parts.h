// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/meter.h"
#include "memory/torch_headers.h"
#include "model/block_lists.h"
#include "model/host/functions.h"
#include "model/host/matrix_product.h"

#include <torch/csrc/autograd/custom_function.h>

/// Shared parts of the autograd functions. Private to the library.
namespace tunedesk::model {

/// A handle that an autograd node can keep: our own objects in its saved_data.
struct Kept : torch::CustomClassHolder {
    RowView view;
    kernel::Dropout dropout;
    kernel::Activation activation{};
    double eps = 0;
    bool centred = true;      ///< of a norm
    int heads = 0, group = 1; ///< of attention: heads, and how many share keys and values
    bool causal = false;
    std::shared_ptr<const BlockLists> blocks; ///< of block-sparse attention
    bool first_only = false;
    std::int64_t pad_id = -1;
    bool sparse = false;
    at::Tensor fused_weight;
    at::ScalarType compute = at::kFloat;

    /// The first operand of a matrix product, which decides its type; in fp32 the tensor itself.
    at::Tensor operand(const at::Tensor& x) const { return x.to(compute); }
};

/// a b in fp32; `a` is an operand, `b` a weight.
inline at::Tensor product(const at::Tensor& a, const at::Tensor& b) {
    return matrix_product(a, b, at::kFloat);
}

/// A bias or norm parameter in fp32, as the kernels read it.
inline at::Tensor widened(const at::Tensor& parameter) {
    return parameter.defined() ? parameter.to(at::kFloat) : parameter;
}

inline float* data(const at::Tensor& tensor) {
    return tensor.defined() ? tensor.mutable_data_ptr<float>() : nullptr;
}

/// Parts of LayerNorm's backward pass.
struct NormGradients {
    at::Tensor dx, d_residual, d_bias, d_gamma, d_beta;
};

/// Runs residual_norm_backward; `normalised` and `rstd` come from the forward pass, dy is consumed.
NormGradients norm_backward(const Kept& kept, const at::Tensor& dy, const at::Tensor& normalised,
                            const at::Tensor& rstd, const at::Tensor& gamma, bool with_residual);

/// Runs residual_norm_forward over x [rows, width] in place; returns y and rstd [rows].
std::pair<at::Tensor, at::Tensor> norm_forward(const Kept& kept, at::Tensor& x, const at::Tensor& bias,
                                               const at::Tensor& residual, const at::Tensor& gamma,
                                               const at::Tensor& beta);

/// dy^T x, the gradient of a linear layer's weight, in the weight's type and, for a transposed weight, its
/// layout.
inline at::Tensor weight_gradient(const at::Tensor& dy, const at::Tensor& x, const at::Tensor& weight) {
    const bool lies_transposed = weight.stride(0) == 1 && weight.stride(1) != 1;
    if (lies_transposed) return matrix_product(x.t(), dy, weight.scalar_type()).t();
    return matrix_product(dy.t(), x, weight.scalar_type());
}

/// Saves tensors for the backward pass and reports them to the memory meter.
inline void save(torch::autograd::AutogradContext* context, torch::autograd::variable_list tensors) {
    memory::keep(tensors);
    context->save_for_backward(std::move(tensors));
}

/// u += bias in place; returns activation(u), of u's type.
at::Tensor activate(kernel::Activation activation, const at::Tensor& u, const at::Tensor& bias);

/// In place: turns the gradient of the activations into that of u, and u into the activations. Returns the
/// bias's gradient.
at::Tensor deactivate(kernel::Activation activation, const at::Tensor& u, const at::Tensor& gradient);

/// The rows of the sequences' first tokens, [sequences].
at::Tensor first_row_index(const Batch& batch);

/// The kernels' name for an activation that they have.
kernel::Activation kernel_of(arch::Activation activation);

void keep(torch::autograd::AutogradContext* context, c10::intrusive_ptr<Kept> kept);
const Kept& kept(torch::autograd::AutogradContext* context);

} // namespace tunedesk::model
