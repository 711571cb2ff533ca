// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/socket/frame.h"
#include "parallel/agreement.h"
#include "parallel/device.h"
#include "train/loop/train_state.h"
#include "train/optimizer/optimizer.h"
#include "train/save/saver.h"
#include "train/step/execution.h"

namespace tunedesk::train {

/// A pause between two steps, during which the run's device memory is freed. All ranks make the same calls.
class Pause {
public:
    struct Parts {
        const TrainableModel& trainable;
        const Optimizer& optimizer;
        Execution& execution;
        Saver& saver;
        parallel::Agreement& agreement;
        const parallel::Device& device;
        Announcer& announcer;
    };
    explicit Pause(const Parts& parts) : parts_(parts) {}

    /// Waits for the command `continue`, `stop` or `kill` and returns it. Saves checkpoints requested
    /// meanwhile.
    event::Command wait(TrainState& state, std::int64_t total_steps) const;

private:
    std::vector<at::Tensor> device_state() const;

    const Parts parts_;
};

} // namespace tunedesk::train
