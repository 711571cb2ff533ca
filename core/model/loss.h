#pragma once

#include <ATen/core/Tensor.h>

namespace tunedesk::model {

struct Batch;

/// What a micro-batch adds to its step.
struct LossParts {
    at::Tensor total;   ///< scalar with gradient: the weighted losses' sum over `normaliser`
    at::Tensor losses;  ///< [samples], unweighted cross-entropy without smoothing, no gradient
    at::Tensor correct; ///< scalar, number of right predictions
};

/// Cross-entropy as torch.nn.CrossEntropyLoss defines it with label smoothing and class weights, except that
/// the sum is divided by `normaliser` (the class weights of all of the step's samples, over every micro-batch
/// and rank, added up), so that adding up micro-batches and ranks weights every sample once. logits [samples,
/// classes]; labels whole numbers [samples]; class_weights [classes] or undefined.
LossParts cross_entropy(const at::Tensor& logits, const at::Tensor& labels, const at::Tensor& class_weights,
                        double label_smoothing, double normaliser);

/// The same by a batch's labels. In one of a fixed shape each sample's loss is multiplied by its share, 1 /
/// normaliser or, where it counts for nothing, 0.
LossParts cross_entropy(const at::Tensor& logits, const Batch& batch, const at::Tensor& class_weights,
                        double label_smoothing, double normaliser);

} // namespace tunedesk::model
