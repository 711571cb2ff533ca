// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/generation/prompt_samples.h"
#include "train/loop/train_state.h"
#include "train/save/saver.h"
#include "train/step/evaluator.h"
#include "train/step/train_step.h"

namespace tunedesk::train {

/// Evaluates on the validation rows and the extra sets during training: decides when, keeps the best model,
/// and stops early. All ranks make the same calls.
class Validation {
public:
    struct Parts {
        const Preset& preset;
        const Datasets& sets;
        const TrainableModel& trainable;
        TrainStep& step;
        Optimizer& optimizer;
        Strategy& strategy;
        Saver& saver;
        parallel::Group& group;
        Announcer& announcer;
    };
    explicit Validation(const Parts& parts);

    /// `last`: whether this is the run's last step.
    bool is_due(const TrainState& state, bool epoch_ends, bool last) const;
    /// Evaluates before the first step if the preset requests it; this evaluation cannot become the best.
    /// False if none was requested.
    bool look_at_start(const TrainState& state);
    /// Evaluates, and saves the model if it is the best; with training.ema_decay, the mean of the weights.
    /// Returns whether training must stop early.
    bool run(TrainState& state);

private:
    Evaluation evaluate_now(const Split& split);
    void look(TrainState& state);
    /// Publishes an evaluation of the validation rows.
    void announce(const TrainState& state, const Evaluation& result, bool best);
    /// Evaluates the extra sets and publishes the results, which do not affect the best model or early
    /// stopping.
    void look_at_extra(const TrainState& state);
    bool improves(double value, double loss, const TrainState& state) const;

    /// Generates the published text samples, on rank 0.
    std::vector<event::TextSample> samples() const;

    const Parts parts_;
    std::optional<PromptSamples> samples_;
};

} // namespace tunedesk::train
