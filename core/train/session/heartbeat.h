// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/session/announcer.h"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace tunedesk::train {

/// Sends heartbeats during long operations (a step, a save, a load, an evaluation) from a separate thread,
/// but only while the rank's work advances (base/activity.h) or it waits for other ranks or the disk, which
/// the heartbeat states. A blocked rank falls silent. Lifetime: must end before the announcer.
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
