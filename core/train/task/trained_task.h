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

/// What training and prediction ask of a task beyond its row in task/task.h; one file a task. Thread rule:
/// immutable.
class TrainedTask {
public:
    virtual ~TrainedTask() = default;

    /// What the training rows of `sets`, which must outlive it as the group of the data ranks must, are
    /// trained towards. Throws an Error where the preset does not fit them.
    virtual std::unique_ptr<model::Objective> objective(const Preset& preset, const Datasets& sets,
                                                        const TrainableModel& trainable,
                                                        parallel::Group& group) const = 0;
    /// A sentence about the training rows' targets, for the log.
    virtual std::string describe(const Datasets& sets) const = 0;
    /// What an evaluation keeps of each sample of a split, in fp32: so many figures, and those of a batch's
    /// samples, [samples, figures], or the first of them, where the others are 0. The model's outputs, but
    /// where these are of each token.
    virtual std::int64_t figure_count(std::int64_t outputs, const Split&) const { return outputs; }
    virtual at::Tensor figures(const model::HeadPass& head) const { return head.outputs(); }
    /// Gives the evaluation of a split with targets its losses and metrics.
    virtual void compute_metrics(const Split& split, Evaluation& evaluation) const = 0;
    /// At most `count` rows of an evaluated split, evenly spaced, with what the model makes of them; none of
    /// a task that shows none. `names`: of the classes.
    virtual std::vector<event::PredictionSample> samples(const Split& /*split*/,
                                                         const Evaluation& /*evaluation*/,
                                                         const std::vector<std::string>& /*names*/,
                                                         std::size_t /*count*/) const {
        return {};
    }
    /// Writes predictions.csv of the tested split, and the task's reports where its rows have targets.
    /// `pairs`: its rows have two texts.
    virtual void write_test_files(const event::RunFolder& folder, const Evaluation& test,
                                  const Datasets& sets, bool pairs) const = 0;
    /// Adds what report.json has of a test on rows with targets beside its metrics.
    virtual void add_scores(const Evaluation&, const Datasets&, report::RunReport&) const {}
    /// What a user gets for outputs [texts, outputs]: probabilities, or a number; of the same shape.
    virtual at::Tensor answers(const at::Tensor& outputs) const = 0;
};

const TrainedTask& trained_task(task::Kind kind);

// Those of the table in trained_task.cpp.
const TrainedTask& classification();
const TrainedTask& multi_label();
const TrainedTask& regression();
const TrainedTask& language_modeling();
const TrainedTask& token_classification();
const TrainedTask& sentence_embedding();

/// The loss of an evaluation: the mean over its rows, added up in their order.
double mean_loss(const Evaluation& evaluation);

} // namespace tunedesk::train
