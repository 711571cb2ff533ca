// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/pipeline_passes.h"
#include "parallel/ranks/schedule.h"

#include <vector>

namespace tunedesk::train {

/// Times the passes of a pipeline stage in a step, excluding waits for its neighbors. Thread rule: the
/// training thread; waited() also from its backward pass.
class PassClock {
public:
    /// Times a pass from construction to destruction.
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
    /// Adds time that the current pass waited for another stage.
    void waited(double seconds) { waited_ += seconds; }
    /// The passes of the current step, or of the last one.
    const std::vector<event::StagePass>& passes() const { return passes_; }

private:
    double step_began_ = 0; ///< monotonic seconds
    double waited_ = 0;
    std::vector<event::StagePass> passes_;
};

} // namespace tunedesk::train
