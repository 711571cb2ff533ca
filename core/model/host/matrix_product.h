// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

/// Matrix products of dense layers, of tensors in host memory. Operands are in fp32, or the first is in a
/// 16-bit type, which the other is then rounded to. bf16 goes through our own kernels where the processor has
/// instructions for it, AMX or AVX512-BF16 (kernel/product.h), fp32 through oneDNN where LibTorch's default,
/// MKL, does not use the processor's widest instructions; fp16 is widened to fp32 and the result rounded: few
/// processors have instructions for it, and without them LibTorch's product is slow.
namespace tunedesk::model {

/// x weight^T + bias in fp32; x [rows, inputs], weight [outputs, inputs], bias [outputs] or undefined.
at::Tensor dense_layer(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias = {});

/// a b + bias in the type `result`; a [rows, inner], b [inner, columns], either of them also a transposed
/// view, bias [columns] in fp32 or undefined.
at::Tensor matrix_product(const at::Tensor& a, const at::Tensor& b, at::ScalarType result,
                          const at::Tensor& bias = {});

/// sum += a b; sum [rows, columns] in fp32.
void add_product(const at::Tensor& sum, const at::Tensor& a, const at::Tensor& b);

} // namespace tunedesk::model
