// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/operations.h"

#include <functional>

/// The fused set of operations (model/operations.h): each an autograd function over the kernels of
/// kernel/kernels.h, with its parameters among its inputs, so that gradient hooks fire parameter by
/// parameter. Dense layers are matrix products of LibTorch. Tensors are in host memory.
namespace tunedesk::model {

at::Tensor embed(const std::shared_ptr<const Batch>& batch, const at::Tensor& word,
                 const at::Tensor& position, const at::Tensor& type, const NormParameters& norm,
                 const kernel::Dropout& dropout, std::int64_t pad_id, bool sparse = false);

std::pair<at::Tensor, at::Tensor> self_attention(const std::shared_ptr<const Batch>& batch,
                                                 const at::Tensor& hidden,
                                                 const ProjectionParameters& projections,
                                                 const AttentionKind& kind, const kernel::Dropout& dropout,
                                                 bool first_only, at::ScalarType compute);

at::Tensor linear_residual_norm(const RowView& view, const at::Tensor& x, const at::Tensor& weight,
                                const at::Tensor& bias, const at::Tensor& residual,
                                const NormParameters& norm, const kernel::Dropout& dropout,
                                at::ScalarType compute);

/// For the backward pass only the wide values before the non-linearity are kept, not the activations.
at::Tensor feed_forward(const RowView& view, const at::Tensor& x, const at::Tensor& up,
                        const at::Tensor& up_bias, const at::Tensor& down, const at::Tensor& down_bias,
                        const NormParameters& norm, arch::Activation activation,
                        const kernel::Dropout& dropout, at::ScalarType compute);

at::Tensor drop_rows(const RowView& view, const at::Tensor& rows, const kernel::Dropout& dropout);

at::Tensor classify(const RowView& view, const at::Tensor& rows, const HeadParameters& head,
                    const kernel::Dropout& dropout);

/// The kernels' name for a tensor's type.
kernel::Number number_of(at::ScalarType type);

/// Runs body(begin, end) over [0, count) on LibTorch's threads.
void for_range(std::int64_t count, const std::function<void(std::int64_t, std::int64_t)>& body);

} // namespace tunedesk::model
