// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/step/pass_clock.h"

#include "base/clock.h"

namespace tunedesk::train {

void PassClock::begin_step() {
    step_began_ = monotonic_seconds();
    passes_.clear();
}

PassClock::Pass::Pass(PassClock* clock, const parallel::Action& action) : clock_(clock) {
    if (!clock) return;
    clock->waited_ = 0;
    pass_ = {action.pass == parallel::Action::Pass::forward, action.micro_batch,
             monotonic_seconds() - clock->step_began_, 0};
}

PassClock::Pass::~Pass() {
    if (!clock_) return;
    pass_.begin += clock_->waited_;
    pass_.end = monotonic_seconds() - clock_->step_began_;
    clock_->passes_.push_back(pass_);
}

} // namespace tunedesk::train
