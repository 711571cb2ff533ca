// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "event/event_queue.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <mutex>
#include <pthread.h>
#include <thread>
#include <utility>

namespace tunedesk::event {

/// Starts a thread with all signals blocked, so that the program's other threads handle them.
template <typename Run>
std::thread start_quiet_thread(Run run) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
        std::thread thread(std::move(run));
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
        return thread;
    } catch (...) {
        pthread_sigmask(SIG_SETMASK, &before, nullptr);
        throw;
    }
}

/// The thread of a channel. close() gives it `seconds` to drain the queue, then joins it. Thread rule: the
/// thread itself calls is_closing(), seconds_left() and is_late(); its owner calls start() and close().
class DrainingThread {
public:
    template <typename Run>
    void start(Run run) {
        thread_ = start_quiet_thread(std::move(run));
    }

    void close(EventQueue& queue, double seconds) {
        const std::lock_guard lock(mutex_);
        queue.close();
        deadline_ = monotonic_seconds() + seconds;
        closing_ = true;
        queue.wake();
        if (thread_.joinable()) thread_.join();
    }

    bool is_closing() const { return closing_; }
    double seconds_left() const { return deadline_ - monotonic_seconds(); } ///< valid if is_closing()
    bool is_late() const { return closing_ && seconds_left() < 0; }

private:
    std::mutex mutex_;
    std::atomic<bool> closing_ = false;
    std::atomic<double> deadline_ = 0;
    std::thread thread_;
};

/// Seconds as a duration for a timed wait, limited to 0 .. 1e8 so that the clock cannot overflow.
inline std::chrono::duration<double> wait_time(double seconds) {
    return std::chrono::duration<double>(std::clamp(seconds, 0.0, 1e8));
}

} // namespace tunedesk::event
