#pragma once

#include "train/loop/train_state.h"
#include "train/save/saver.h"
#include "train/step/train_step.h"

namespace tunedesk::train {

/// Evaluations on the validation rows during training: when one is due, the best model so far, and early
/// stopping. All ranks make the same calls.
class Validation {
public:
    struct Parts {
        const Preset& preset;
        const Datasets& sets;
        const TrainableModel& trainable;
        TrainStep& step;
        Saver& saver;
        parallel::Group& group;
        Announcer& announcer;
    };
    explicit Validation(const Parts& parts) : parts_(parts) {}

    /// `last`: the run has no step behind this one.
    bool is_due(const TrainState& state, bool epoch_ends, bool last) const;
    /// Evaluates, and saves the model where it is the best. Returns whether training must stop early.
    bool run(TrainState& state);

private:
    bool improves(double value, double loss, const TrainState& state) const;

    const Parts parts_;
};

} // namespace tunedesk::train
