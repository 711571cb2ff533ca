// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/operations.h"

/// The small operations of the fused set (model/operations.h): what something may stand between. Each is an
/// autograd function over the kernels of kernel/kernels.h; dropout is drawn at the same sites by the same
/// counters as by the fused ones. Tensors are in host memory.
namespace tunedesk::model {

at::Tensor host_linear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                       at::ScalarType compute, at::ScalarType result);

at::Tensor host_select(const RowView& view, const at::Tensor& hidden);

at::Tensor host_attention(const RowView& queries, const at::Tensor& q, const at::Tensor& k,
                          const at::Tensor& v, const AttentionKind& kind, const kernel::Dropout& dropout);

at::Tensor host_bias_dropout_residual(const RowView& view, const at::Tensor& x, const at::Tensor& bias,
                                      const at::Tensor& residual, const kernel::Dropout& dropout);

at::Tensor host_norm(const RowView& view, const at::Tensor& x, const NormParameters& norm);

at::Tensor host_activation(const at::Tensor& x, arch::Activation activation);

at::Tensor host_embedding(const std::shared_ptr<const Batch>& batch, const at::Tensor& word,
                          const at::Tensor& position, const at::Tensor& type, std::int64_t pad_id,
                          bool sparse);

} // namespace tunedesk::model
