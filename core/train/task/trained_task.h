// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/prediction_sample.h"
#include "model/objective.h"
#include "report/run_report.h"
#include "train/session/datasets.h"
#include "train/step/evaluator.h"

#include <memory>
#include <string>
#include <vector>

namespace tunedesk::train {

/// The behavior of a task in training and prediction, beyond its row in task/task.h; one file per task.
/// Thread rule: immutable.
class TrainedTask {
public:
    virtual ~TrainedTask() = default;

    /// The objective of training on the rows of `sets`. `sets` and the group of the data ranks must outlive
    /// it. Throws an Error if the preset does not fit the rows.
    virtual std::unique_ptr<model::Objective> objective(const Preset& preset, const Datasets& sets,
                                                        const TrainableModel& trainable,
                                                        parallel::Group& group) const = 0;
    /// A sentence about the training rows' targets, for the log.
    virtual std::string describe(const Datasets& sets) const = 0;
    /// The fp32 values that an evaluation keeps per sample: their number, and those of a batch, [samples,
    /// figures]. figures() may return fewer columns; the others are 0. By default the model's outputs;
    /// different if outputs are per token.
    virtual std::int64_t figure_count(std::int64_t outputs, const Split&) const { return outputs; }
    virtual at::Tensor figures(const model::HeadPass& head) const { return head.outputs(); }
    /// Computes losses and metrics of an evaluated split with targets.
    virtual void compute_metrics(const Split& split, Evaluation& evaluation) const = 0;
    /// At most `count` rows of an evaluated split, evenly spaced, with their predictions; empty for tasks
    /// without samples. `names`: the class names.
    virtual std::vector<event::PredictionSample> samples(const Split& /*split*/,
                                                         const Evaluation& /*evaluation*/,
                                                         const std::vector<std::string>& /*names*/,
                                                         std::size_t /*count*/) const {
        return {};
    }
    /// Writes predictions.csv of the tested split, and the task's reports if its rows have targets. `pairs`:
    /// whether rows have two texts.
    virtual void write_test_files(const event::RunFolder& folder, const Evaluation& test,
                                  const Datasets& sets, bool pairs) const = 0;
    /// Adds further scores of a test on rows with targets to report.json.
    virtual void add_scores(const Evaluation&, const Datasets&, report::RunReport&) const {}
    /// Converts outputs [texts, outputs] to answers for users: probabilities or numbers of the same shape.
    virtual at::Tensor answers(const at::Tensor& outputs) const = 0;
};

const TrainedTask& trained_task(task::Kind kind);

// The entries of the table in trained_task.cpp.
const TrainedTask& classification();
const TrainedTask& multi_label();
const TrainedTask& regression();
const TrainedTask& language_modeling();
const TrainedTask& token_classification();
const TrainedTask& sentence_embedding();

/// The loss of an evaluation: the mean over its rows, added up in their order.
double mean_loss(const Evaluation& evaluation);

} // namespace tunedesk::train
