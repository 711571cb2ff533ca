#pragma once

#include "report/classification.h"
#include "train/step/learner.h"

namespace tunedesk::train {

/// A split's predictions, the same on every rank.
struct Evaluation {
    at::Tensor logits;          ///< [samples, labels] fp32
    std::vector<double> losses; ///< cross-entropy of each sample; empty without labels
    double loss = 0, accuracy = 0, macro_f1 = 0;
    double tokens_per_second = 0; ///< real tokens of all ranks over the wall time, gathering included

    /// Softmax of one sample's logits.
    std::vector<float> probabilities(std::size_t sample) const;
    std::int32_t prediction(std::size_t sample) const;
    report::ConfusionMatrix confusion(const Split& split) const;
};

/// Runs the model over a split without dropout: each rank a share of the batches, results gathered exactly,
/// figures added up in fp64 in the order of the rows. Every row counts once, in the last partial batch too.
Evaluation evaluate(const Learner& learner, const Split& split, int batch_size, parallel::Group& group,
                    Announcer& announcer);

} // namespace tunedesk::train
