#pragma once

#include "preset/preset.h"
#include "train/loop/train_state.h"
#include "train/optimizer/gradient_scaler.h"
#include "train/session/announcer.h"
#include "train/step/execution.h"

namespace tunedesk::train {

/// What follows from a step's gradient norm, which all ranks know alike: the update counts, or it was left
/// out, and training.on_nonfinite says what then. The loss scale moves with it.
class UpdateJudge {
public:
    /// `warns`: on one rank alone. What it is given must outlive it.
    UpdateJudge(const Preset::Training& training, GradientScaler& scaler, Execution& execution, bool warns,
                Announcer& announcer);

    enum class Verdict { go_on, rewind };
    /// Throws Error 8501 where the run is to end: at once, or after training.nonfinite_limit in a row.
    Verdict judge(std::int64_t step, double gradient_norm, TrainState& state);
    /// The loss scale is the state's.
    void restore(const TrainState& state);

private:
    Verdict judge_nonfinite(std::int64_t step, double gradient_norm, TrainState& state) const;
    void follow_scale(double before);

    const Preset::Training& training_;
    GradientScaler& scaler_;
    Execution& execution_;
    const bool warns_;
    Announcer& announcer_;
};

} // namespace tunedesk::train
