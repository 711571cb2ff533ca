// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/generation/prompt_samples.h"
#include "train/loop/train_state.h"
#include "train/save/saver.h"
#include "train/step/evaluator.h"
#include "train/step/train_step.h"

namespace tunedesk::train {

/// Evaluations on the validation rows during training, and on the sets beside them: when one is due, the best
/// model so far, and early stopping. All ranks make the same calls.
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

    /// `last`: the run has no step behind this one.
    bool is_due(const TrainState& state, bool epoch_ends, bool last) const;
    /// Before the first step of a run that asks for it: evaluates, but the model is not among the best. False
    /// if nothing was to be done.
    bool look_at_start(const TrainState& state);
    /// Evaluates, and saves the model where it is the best: with training.ema_decay the mean of the weights.
    /// Returns whether training must stop early.
    bool run(TrainState& state);

private:
    Evaluation evaluate_now(const Split& split);
    void look(TrainState& state);
    /// Publishes what the evaluation of the validation rows gave.
    void announce(const TrainState& state, const Evaluation& result, bool best);
    /// Evaluates the sets beside validation, and publishes it: they decide nothing.
    void look_at_extra(const TrainState& state);
    bool improves(double value, double loss, const TrainState& state) const;

    /// Of rank 0, whose answers are published.
    std::vector<event::TextSample> samples() const;

    const Parts parts_;
    std::optional<PromptSamples> samples_;
};

} // namespace tunedesk::train
