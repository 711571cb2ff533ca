// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "run/policy/stop_signals.h"

#include <functional>
#include <memory>

class QSocketNotifier;

namespace tunedesk::run {

/// Delivers SIGINT, SIGTERM, SIGHUP and SIGUSR1 with their meanings to Qt's event loop. The handler only
/// counts and writes into a pipe; SIGPIPE is ignored. Lifetime: one object at a time; the destructor restores
/// the former handlers, except after settle_exit_code() with Settled::for_good.
class Signals {
public:
    explicit Signals(std::function<void(int, SignalMeaning)> arrived);
    ~Signals();
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;

    /// The second stop signal as counted by the handler, even if the event loop is blocked. Any thread.
    ForcedEnd forced_end() const { return requests_->forced_end(); }

    /// Whether a stop was requested so far. Any thread.
    bool stop_asked() const { return requests_->stop_asked(); }

    /// Delivers the signals received so far at once.
    void deliver();

    enum class Settled {
        until_destroyed, ///< the process continues with something else afterwards
        for_good,        ///< the process ends; the destructor keeps the handlers
    };
    /// Call after the run has ended and its result is recorded. From then on signals are only counted; a
    /// second stop signal ends the process at once with `code`.
    void settle_exit_code(int code, Settled settled);

    /// Handles signals that are pending for the process while its other threads cannot be interrupted. Call
    /// on a thread that blocks all signals.
    static void take_pending();

private:
    std::function<void(int, SignalMeaning)> arrived_;
    std::unique_ptr<StopSignals> requests_ = std::make_unique<StopSignals>();
    FileDescriptor read_, write_;
    std::unique_ptr<QSocketNotifier> notifier_;
    bool is_for_good_ = false;
};

} // namespace tunedesk::run
