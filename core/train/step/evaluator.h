// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "task/metric.h"
#include "train/step/trainable_model.h"

namespace tunedesk::train {

/// A split's predictions, the same on every rank.
struct Evaluation {
    at::Tensor outputs;         ///< [samples, TrainedTask::figure_count()] fp32: logits, or numbers
    std::vector<double> losses; ///< by sample, as defined by the task; empty without targets
    task::Values metrics;       ///< the task's metrics, the loss first; empty without targets
    double tokens_per_second;   ///< tokens without padding of all ranks / wall time, gathering included

    /// The value of a metric; NaN if the task does not have it.
    double metric(std::string_view name) const;
    double loss() const { return metric("loss"); }
};

/// Runs the model over a split without dropout. Each rank (or the ranks that share one copy of the model)
/// computes a part of the batches. Results are gathered exactly, and metrics are summed in fp64 in row order.
/// Every row counts once, including those of the last, partial batch.
Evaluation evaluate(const TrainableModel& trainable, const Split& split, int batch_size,
                    parallel::Group& group, Announcer& announcer);

} // namespace tunedesk::train
