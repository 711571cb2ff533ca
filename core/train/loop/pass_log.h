// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/group.h"
#include "train/session/announcer.h"
#include "train/step/trainable_model.h"

#include <cstdint>

namespace tunedesk::train {

/// Publishes the timed passes of all stages of the first pipeline on logging steps, at most two hundred times
/// per run. Does nothing without a pipeline. All ranks make the same calls.
class PassLog {
public:
    /// All references must outlive this.
    PassLog(const TrainableModel& trainable, parallel::Group& group, Announcer& announcer)
        : trainable_(trainable), group_(group), announcer_(announcer) {}

    /// Call after step number `step` of `steps`. A collective if the log is due.
    void write(std::int64_t step, std::int64_t steps);

private:
    const TrainableModel& trainable_;
    parallel::Group& group_;
    Announcer& announcer_;
    std::int64_t next_ = 0; ///< the first step that is due
};

} // namespace tunedesk::train
