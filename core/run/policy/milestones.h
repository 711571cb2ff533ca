// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"
#include "event/kept_steps.h"

namespace tunedesk::run {

/// How far a run has come, from rank 0's events.
struct Milestones {
    bool started_training = false, finished = false;
    event::KeptSteps kept;

    void take(const event::Event& event);
};

} // namespace tunedesk::run
