// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "row_kernels.h"

/// The kernels of head_kernels.cuh on tensors of a device, as in row_kernels.h. Tensors are fp32.
namespace tunedesk::cuda {

/// The layers of the head after its dense layer.
struct HeadLayers {
    at::Tensor weight, bias; ///< of the classifier: [classes, width], [classes]
    bool has_tanh = false;   ///< else ReLU
    RowDropout dropout;
};

struct Classified {
    at::Tensor pooled; ///< dropout(activation(x)), [rows, width]
    at::Tensor logits; ///< [rows, classes]
};
Classified head_classify(const at::Tensor& x, const HeadLayers& head);

/// The gradient of x.
at::Tensor head_classify_backward(const at::Tensor& dlogits, const at::Tensor& pooled,
                                  const HeadLayers& head);

struct Judged {
    at::Tensor total;   ///< [rows], each row's part of the loss
    at::Tensor loss;    ///< [rows], cross-entropy without weights and smoothing
    at::Tensor right;   ///< [rows], 1 or 0
    at::Tensor dlogits; ///< gradient of `total` by the logits; undefined if not requested
};
/// model::cross_entropy() per row; labels int32. class_weights and loss_weights may be undefined; without
/// loss_weights every row has the weight `loss_weight`.
Judged head_judge(const at::Tensor& logits, const at::Tensor& labels, const at::Tensor& class_weights,
                  double label_smoothing, const at::Tensor& loss_weights, double loss_weight,
                  bool with_gradient);

} // namespace tunedesk::cuda
