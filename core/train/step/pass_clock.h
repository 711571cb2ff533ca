// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/pipeline_passes.h"
#include "parallel/ranks/schedule.h"

#include <vector>

namespace tunedesk::train {

/// Times the passes of a pipeline stage in a step, without what it waits in them for its neighbors. Thread
/// rule: the training thread; its backward pass may wait.
class PassClock {
public:
    /// A pass, from its making to its end.
    class Pass {
    public:
        /// `clock`: null if nothing is timed.
        Pass(PassClock* clock, const parallel::Action& action);
        ~Pass();
        Pass(const Pass&) = delete;
        Pass& operator=(const Pass&) = delete;

    private:
        PassClock* const clock_;
        event::StagePass pass_;
    };

    void begin_step();
    /// In the pass under way, for another stage.
    void waited(double seconds) { waited_ += seconds; }
    /// Of the step under way, or of the last one.
    const std::vector<event::StagePass>& passes() const { return passes_; }

private:
    double step_began_ = 0; ///< monotonic seconds
    double waited_ = 0;
    std::vector<event::StagePass> passes_;
};

} // namespace tunedesk::train
