#pragma once

#include <algorithm>
#include <chrono>
#include <csignal>
#include <pthread.h>
#include <thread>
#include <utility>

namespace tunedesk::event {

/// A thread that takes no signals: they stay with the program's own handlers.
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

/// Seconds as a wait takes them: never negative, never so long that the clock overflows.
inline std::chrono::duration<double> wait_time(double seconds) {
    return std::chrono::duration<double>(std::clamp(seconds, 0.0, 1e8));
}

} // namespace tunedesk::event
