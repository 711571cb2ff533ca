// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/operations.h"

/// The kernels of head_kernels.cuh as operations of the models: see model/operations.h.
namespace tunedesk::cuda {

/// `rows` are those of the first tokens: the last encoder layer computes no others.
at::Tensor classify(const model::RowView& view, const at::Tensor& rows, const model::HeadParameters& head,
                    const kernel::Dropout& dropout);

model::LossParts cross_entropy(const at::Tensor& logits, const model::Batch& batch,
                               const at::Tensor& class_weights, double label_smoothing, double normaliser);

} // namespace tunedesk::cuda
