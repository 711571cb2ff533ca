// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/objective.h"

#include "data/rows/numbers.h"
#include "memory/torch_headers.h"

#include <algorithm>
#include <cmath>

namespace tunedesk::model {

namespace {

at::Tensor weights_on(at::Device device, const std::vector<float>& weights) {
    return weights.empty() ? at::Tensor() : at::tensor(at::ArrayRef<float>(weights)).to(device);
}

} // namespace

Classification::Classification(const Placement& placement, std::vector<float> class_weights,
                               const FocalLoss& loss, std::size_t classes,
                               const std::vector<std::int32_t>& labels)
    : operations_(*placement.operations), class_weights_(std::move(class_weights)),
      weights_there_(weights_on(placement.device, class_weights_)), loss_(loss), classes_(classes),
      labels_(labels) {}

/// Device-specific operations have kernels only for cross-entropy.
LossParts Classification::loss_by_labels(const at::Tensor& logits, const Batch& batch,
                                         double normaliser) const {
    if (loss_.gamma > 0) return focal_loss(logits, batch, weights_there_, loss_, normaliser);
    return operations_.cross_entropy(logits, batch, weights_there_, loss_.label_smoothing, normaliser);
}

LossParts Classification::loss_of(const at::Tensor& logits, const Batch& batch, double normaliser) const {
    LossParts own = loss_by_labels(logits, batch, normaliser);
    if (!batch.other_labels.defined()) return own;
    Batch others = batch;
    others.labels = batch.other_labels;
    const LossParts other = loss_by_labels(logits, others, normaliser);
    own.total = own.total * batch.own_part + other.total * (1 - batch.own_part);
    own.losses = own.losses * batch.own_part + other.losses * (1 - batch.own_part);
    return own;
}

double Classification::weight(std::uint32_t sample) const {
    if (class_weights_.empty()) return 1;
    return static_cast<double>(class_weights_[static_cast<std::size_t>(labels_[sample])]);
}

std::optional<double> Classification::loss_of_guessing() const {
    const auto classes = static_cast<double>(std::max<std::size_t>(2, classes_));
    return std::pow(1 - 1 / classes, loss_.gamma) * std::log(classes);
}

LossParts MultiLabel::loss_of(const at::Tensor& logits, const Batch& batch, double normaliser) const {
    return binary_cross_entropy(logits, batch, normaliser);
}

std::optional<double> MultiLabel::loss_of_guessing() const {
    return std::log(2.0);
}

Regression::Regression(std::span<const float> numbers) {
    const auto spread = data::summary_of(numbers).value_or(data::NumberSummary());
    mean_square_ = spread.mean * spread.mean + spread.deviation * spread.deviation;
}

LossParts Regression::loss_of(const at::Tensor& outputs, const Batch& batch, double normaliser) const {
    return squared_error(outputs, batch, normaliser);
}

} // namespace tunedesk::model
