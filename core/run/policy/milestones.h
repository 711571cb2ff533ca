#pragma once

#include "event/event.h"
#include "event/kept_steps.h"

namespace tunedesk::run {

/// How far a run has come, as rank 0's events say.
struct Milestones {
    bool started_training = false, finished = false;
    event::KeptSteps kept;

    void take(const event::Event& event);
};

} // namespace tunedesk::run
