// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/activity.h"

#include "base/clock.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

namespace tunedesk::activity {

namespace {

std::atomic<std::uint64_t> portions = 0;
std::atomic<Wait> reason_to_wait = Wait::nothing;
thread_local bool counts = true;

} // namespace

void touch() {
    if (!counts) return;
    // Two threads may count as one: only that it moves matters, and an atomic addition costs more.
    portions.store(portions.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

std::uint64_t count() {
    return portions.load(std::memory_order_relaxed);
}

Waiting::Waiting(Wait reason) : before_(counts ? reason_to_wait.exchange(reason) : reason) {
    touch();
}

Waiting::~Waiting() {
    if (counts) reason_to_wait = before_;
    touch();
}

void leave_out_this_thread() {
    counts = false;
}

Wait waits_for() {
    return reason_to_wait;
}

void pause(double seconds) {
    const double end = monotonic_seconds() + seconds;
    for (double left = seconds; left > 0; left = end - monotonic_seconds()) {
        std::this_thread::sleep_for(std::chrono::duration<double>(std::min(left, 0.05)));
        touch();
    }
}

} // namespace tunedesk::activity
