#pragma once

#include <ATen/core/Tensor.h>

/// Matrix products of dense layers: operands [rows, columns] in fp32 or both in a 16-bit type, results in the
/// operands' type. In fp32 on the host they go through oneDNN where LibTorch's default, MKL, does not use
/// the processor's widest instructions. On the host fp16 is widened to fp32 and the result rounded: few
/// processors have instructions for it, and without them LibTorch's product is slow.
namespace tunedesk::model {

/// x weight^T + bias; x [rows, inputs], weight [outputs, inputs], bias [outputs] or undefined.
at::Tensor dense_layer(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias = {});

/// a^T b; a [inner, rows], b [inner, columns].
at::Tensor product_of_transposed(const at::Tensor& a, const at::Tensor& b);

/// a b; a [rows, inner], b [inner, columns].
inline at::Tensor matrix_product(const at::Tensor& a, const at::Tensor& b) {
    return dense_layer(a, b.t());
}

} // namespace tunedesk::model
