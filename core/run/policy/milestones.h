#pragma once

#include "event/event.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tunedesk::run {

/// How far a run has come, as rank 0's events say.
struct Milestones {
    bool started_training = false, finished = false;
    std::optional<std::int64_t> checkpoint_step, metrics_step;

    void take(const event::Event& event);
    /// What a failure leaves: "checkpoint of step 500, metrics to step 510".
    std::string kept(bool resumed) const;
};

} // namespace tunedesk::run
