// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/session/heartbeat.h"

#include "base/activity.h"
#include "event/socket/channel_thread.h"

namespace tunedesk::train {

Heartbeat::Heartbeat(Announcer& announcer, double seconds) : announcer_(announcer) {
    thread_ = event::start_quiet_thread([this, seconds] { run(seconds); });
}

Heartbeat::~Heartbeat() {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
    }
    ends_or_due_.notify_all();
    thread_.join();
}

void Heartbeat::run(double seconds) {
    std::uint64_t seen = activity::count();
    std::unique_lock lock(mutex_);
    while (!ends_or_due_.wait_for(lock, event::wait_time(seconds), [this] { return ends_; })) {
        const std::uint64_t now = activity::count();
        if (now != seen)
            announcer_.heartbeat({});
        else if (const activity::Wait reason = activity::waits_for(); reason != activity::Wait::nothing)
            announcer_.heartbeat(reason == activity::Wait::ranks ? "ranks" : "disk");
        seen = now;
    }
}

} // namespace tunedesk::train
