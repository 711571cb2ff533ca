// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "run/policy/stop_signals.h"

#include <functional>
#include <memory>

class QSocketNotifier;

namespace tunedesk::run {

/// Brings SIGINT, SIGTERM, SIGHUP and SIGUSR1 into Qt's event loop, with what each asks for. The handler
/// itself only counts and writes into a pipe; SIGPIPE is ignored. One object at a time; the former handlers
/// are restored by its destructor, but after settle_exit_code() for good.
class Signals {
public:
    explicit Signals(std::function<void(int, SignalMeaning)> arrived);
    ~Signals();
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;

    /// The second stop signal, as the handler has counted: also where the event loop does not run. Any
    /// thread.
    ForcedEnd forced_end() const { return requests_->forced_end(); }

    /// Whether a stop was asked for so far. Any thread.
    bool stop_asked() const { return requests_->stop_asked(); }

    /// Hands over at once what has arrived so far.
    void deliver();

    enum class Settled {
        until_destroyed, ///< the process continues with something else afterwards
        for_good,        ///< the process ends: also the destructor leaves the handlers as they are
    };
    /// What the process waited for has ended and its result is recorded: from here on signals are only
    /// counted, and no signal but a second stop ends the process, at once and with this code.
    void settle_exit_code(int code, Settled settled);

    /// Handles what waits for a thread that cannot be interrupted. For a thread that blocks all signals.
    static void take_pending();

private:
    std::function<void(int, SignalMeaning)> arrived_;
    std::unique_ptr<StopSignals> requests_ = std::make_unique<StopSignals>();
    FileDescriptor read_, write_;
    std::unique_ptr<QSocketNotifier> notifier_;
    bool is_for_good_ = false;
};

} // namespace tunedesk::run
