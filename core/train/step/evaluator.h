// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "task/metric.h"
#include "train/step/trainable_model.h"

namespace tunedesk::train {

/// A split's predictions, the same on every rank.
struct Evaluation {
    at::Tensor outputs;         ///< [samples, TrainedTask::figure_count()] fp32: logits, or numbers
    std::vector<double> losses; ///< of each sample, as the task defines them; empty without targets
    task::Values metrics;       ///< of the task, the loss first; empty without targets
    double tokens_per_second;   ///< real tokens of all ranks over the wall time, gathering included

    /// NaN for a metric that the task has not.
    double metric(std::string_view name) const;
    double loss() const { return metric("loss"); }
};

/// Runs the model over a split without dropout. Each rank, or all that share one copy of the model, computes
/// a part of the batches; results are gathered exactly, and metrics are summed in fp64 in the order of the
/// rows. Every row counts once, also those of the last, partial batch.
Evaluation evaluate(const TrainableModel& trainable, const Split& split, int batch_size,
                    parallel::Group& group, Announcer& announcer);

} // namespace tunedesk::train
