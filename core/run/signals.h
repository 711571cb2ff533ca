#pragma once

#include "base/file.h"
#include "run/stop_signals.h"

#include <functional>
#include <memory>

class QSocketNotifier;

namespace tunedesk::run {

/// Brings SIGINT, SIGTERM, SIGHUP and SIGUSR1 into Qt's event loop, with what each asks for. The handler
/// itself only counts and writes into a pipe; SIGPIPE is ignored. One object at a time; the former handlers
/// come back when it goes.
class Signals {
public:
    explicit Signals(std::function<void(int, SignalMeaning)> arrived);
    ~Signals();
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;

    /// The second stop signal, as the handler has counted: also where the event loop does not run. Any
    /// thread.
    ForcedEnd forced_end() const { return requests_.forced_end(); }

    /// Handles what waits for a thread that cannot be interrupted. For a thread that blocks all signals.
    static void take_pending();

private:
    void take();

    std::function<void(int, SignalMeaning)> arrived_;
    StopSignals requests_;
    FileDescriptor read_, write_;
    std::unique_ptr<QSocketNotifier> notifier_;
};

} // namespace tunedesk::run
