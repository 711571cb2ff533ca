// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>
#include <string_view>
#include <vector>

namespace tunedesk::model {

struct Batch;

/// A sum over a micro-batch's samples that a metric of the step follows from.
struct MetricSum {
    const char* name;
    at::Tensor sum; ///< scalar, no gradient
};
/// The number of right predictions, whose share of the samples is the accuracy.
inline constexpr const char* correct_predictions = "correct";

/// What a micro-batch adds to its step.
struct LossParts {
    at::Tensor total;            ///< scalar with gradient: the weighted losses' sum over `normaliser`
    at::Tensor losses;           ///< [samples], unweighted and without smoothing, no gradient
    std::vector<MetricSum> sums; ///< the objective's
    at::Tensor right = {};       ///< of rows of tokens: whether the likeliest word is the target, [rows]

    /// Undefined where the objective has no sum of this name.
    at::Tensor sum(std::string_view name) const;
};

/// Cross-entropy as torch.nn.CrossEntropyLoss defines it with label smoothing and class weights, except that
/// the sum is divided by `normaliser` (the class weights of all of the step's samples, over every micro-batch
/// and rank, added up), so that adding up micro-batches and ranks weights every sample once. logits [samples,
/// classes]; labels whole numbers [samples]; class_weights [classes] or undefined.
LossParts cross_entropy(const at::Tensor& logits, const at::Tensor& labels, const at::Tensor& class_weights,
                        double label_smoothing, double normaliser);

/// The same by a batch's labels. In one of a fixed shape each sample's loss is multiplied by its loss weight,
/// 1 / normaliser or, of a filling sequence, 0.
LossParts cross_entropy(const at::Tensor& logits, const Batch& batch, const at::Tensor& class_weights,
                        double label_smoothing, double normaliser);

/// The exponent of the focal loss, and the part of the target that is spread over all classes.
struct FocalLoss {
    double gamma = 0, label_smoothing = 0;
};

/// The focal loss (Lin et al., "Focal loss for dense object detection", ICCV 2017): with the target
/// distribution q and the probabilities p of a sample's classes the sum over the classes of -q (1 - p)^gamma
/// log p, times class weights. Divided by `normaliser`, or multiplied by loss weights, as above.
LossParts focal_loss(const at::Tensor& logits, const Batch& batch, const at::Tensor& class_weights,
                     const FocalLoss& loss, double normaliser);

/// Binary cross-entropy of each class as torch.nn.BCEWithLogitsLoss defines it, its mean over the classes,
/// except that the sum over the samples is divided by `normaliser`, or each multiplied by its loss weight, as
/// above. logits [samples, classes]; the batch's labels are 0 and 1 [samples, classes].
LossParts binary_cross_entropy(const at::Tensor& logits, const Batch& batch, double normaliser);

/// Squared errors as torch.nn.MSELoss defines them, except that the sum is divided by `normaliser`, or each
/// multiplied by its loss weight, as above. outputs [samples, 1]; the batch's labels are numbers.
LossParts squared_error(const at::Tensor& outputs, const Batch& batch, double normaliser);

} // namespace tunedesk::model
