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
                               double label_smoothing, std::size_t classes,
                               const std::vector<std::int32_t>& labels)
    : operations_(*placement.operations), class_weights_(std::move(class_weights)),
      weights_there_(weights_on(placement.device, class_weights_)), label_smoothing_(label_smoothing),
      classes_(classes), labels_(labels) {}

LossParts Classification::loss_of(const at::Tensor& logits, const Batch& batch, double normaliser) const {
    LossParts own = operations_.cross_entropy(logits, batch, weights_there_, label_smoothing_, normaliser);
    if (!batch.other_labels.defined()) return own;
    Batch others = batch;
    others.labels = batch.other_labels;
    const LossParts other =
        operations_.cross_entropy(logits, others, weights_there_, label_smoothing_, normaliser);
    own.total = own.total * batch.own_part + other.total * (1 - batch.own_part);
    own.losses = own.losses * batch.own_part + other.losses * (1 - batch.own_part);
    return own;
}

double Classification::weight(std::uint32_t sample) const {
    if (class_weights_.empty()) return 1;
    return static_cast<double>(class_weights_[static_cast<std::size_t>(labels_[sample])]);
}

std::optional<double> Classification::loss_of_guessing() const {
    return std::log(static_cast<double>(std::max<std::size_t>(2, classes_)));
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
