// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/loss.h"

#include "memory/torch_headers.h"
#include "model/batch.h"

#include <algorithm>

namespace tunedesk::model {

at::Tensor LossParts::sum(std::string_view name) const {
    const auto found = std::ranges::find(sums, name, &MetricSum::name);
    return found == sums.end() ? at::Tensor() : found->sum;
}

namespace {

struct SampleLosses {
    at::Tensor weighted, nll, right; ///< [samples]
};

/// log_probabilities [samples, classes] of the labels.
at::Tensor at_labels(const at::Tensor& log_probabilities, const at::Tensor& labels) {
    const at::Tensor index = labels.unsqueeze(1);
    if (labels.is_cpu()) return log_probabilities.gather(1, index).squeeze(1);
    // The derivative of gather() synchronizes with a GPU in deterministic mode.
    const at::Tensor classes = at::arange(log_probabilities.size(1), labels.options());
    return (log_probabilities * (index == classes)).sum(1);
}

/// The sum over the classes of -q terms, where q is the target, times class weights; terms [samples,
/// classes].
at::Tensor weighted_terms(const at::Tensor& terms, const at::Tensor& labels, const at::Tensor& class_weights,
                          double label_smoothing) {
    const at::Tensor own = -at_labels(terms, labels);
    at::Tensor weighted = class_weights.defined() ? own * class_weights.index_select(0, labels) : own;
    if (label_smoothing > 0) {
        const at::Tensor spread = class_weights.defined() ? -(terms * class_weights).sum(1) : -terms.sum(1);
        const double share = label_smoothing / static_cast<double>(terms.size(1));
        weighted = weighted * (1 - label_smoothing) + spread * share;
    }
    return weighted;
}

/// (1 - p)^gamma log p of each class. At p = 1 the power has no derivative if gamma is below 1.
at::Tensor focal_terms(const at::Tensor& log_probabilities, double gamma) {
    constexpr double least = 1e-12;
    return (-at::expm1(log_probabilities)).clamp_min(least).pow(gamma) * log_probabilities;
}

SampleLosses sample_losses(const at::Tensor& logits, const at::Tensor& labels,
                           const at::Tensor& class_weights, const FocalLoss& loss) {
    const at::Tensor log_probabilities = at::log_softmax(logits, 1);
    const at::Tensor terms = loss.gamma > 0 ? focal_terms(log_probabilities, loss.gamma) : log_probabilities;
    return {weighted_terms(terms, labels, class_weights, loss.label_smoothing),
            -at_labels(log_probabilities.detach(), labels), logits.detach().argmax(1) == labels};
}

} // namespace

LossParts cross_entropy(const at::Tensor& logits, const at::Tensor& labels, const at::Tensor& class_weights,
                        double label_smoothing, double normaliser) {
    const SampleLosses all =
        sample_losses(logits, labels, class_weights, {.label_smoothing = label_smoothing});
    return {all.weighted.sum() / normaliser, all.nll, {{correct_predictions, all.right.sum()}}};
}

LossParts cross_entropy(const at::Tensor& logits, const Batch& batch, const at::Tensor& class_weights,
                        double label_smoothing, double normaliser) {
    return focal_loss(logits, batch, class_weights, {.label_smoothing = label_smoothing}, normaliser);
}

LossParts focal_loss(const at::Tensor& logits, const Batch& batch, const at::Tensor& class_weights,
                     const FocalLoss& loss, double normaliser) {
    const at::Tensor& loss_weights = batch.loss_weights;
    const at::Tensor labels = loss_weights.defined() ? batch.labels.to(at::kLong) : batch.labels;
    const SampleLosses all = sample_losses(logits, labels, class_weights, loss);
    if (!loss_weights.defined())
        return {all.weighted.sum() / normaliser, all.nll, {{correct_predictions, all.right.sum()}}};
    return {(all.weighted * loss_weights).sum(),
            all.nll,
            {{correct_predictions, (all.right * (loss_weights > 0)).sum()}}};
}

namespace {

/// Applies the weights of samples; losses [samples].
LossParts weighted(const at::Tensor& losses, const Batch& batch, double normaliser) {
    const at::Tensor total =
        batch.loss_weights.defined() ? (losses * batch.loss_weights).sum() : losses.sum() / normaliser;
    return {total, losses.detach(), {}};
}

} // namespace

LossParts binary_cross_entropy(const at::Tensor& logits, const Batch& batch, double normaliser) {
    const at::Tensor losses = at::binary_cross_entropy_with_logits(logits.to(at::kFloat), batch.labels, {},
                                                                   {}, at::Reduction::None);
    return weighted(losses.mean(1), batch, normaliser);
}

LossParts squared_error(const at::Tensor& outputs, const Batch& batch, double normaliser) {
    return weighted((outputs.to(at::kFloat).squeeze(1) - batch.labels).square(), batch, normaliser);
}

} // namespace tunedesk::model
