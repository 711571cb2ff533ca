// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/session/announcer.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace tunedesk::train {

/// A rank's signs of life while it is within a step, a save, a load or an evaluation: a thread of its own
/// reports where the rank is at, but only as long as its work moves (base/activity.h) or it waits for the
/// other ranks or for the disk, which it says. A rank whose work is blocked falls silent. Lifetime: the
/// announcer's at most.
class Heartbeat {
public:
    Heartbeat(Announcer& announcer, double seconds);
    ~Heartbeat();
    Heartbeat(const Heartbeat&) = delete;
    Heartbeat& operator=(const Heartbeat&) = delete;

private:
    void run(double seconds);

    Announcer& announcer_;
    std::mutex mutex_;
    std::condition_variable ends_or_due_;
    bool ends_ = false;
    std::thread thread_;
};

} // namespace tunedesk::train
