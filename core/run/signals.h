#pragma once

#include "base/file.h"

#include <functional>
#include <memory>

class QSocketNotifier;

namespace tunedesk::run {

/// Brings SIGINT, SIGTERM, SIGHUP and SIGUSR1 into Qt's event loop. The handler itself only writes the
/// signal's number into a pipe; SIGPIPE is ignored. One object at a time; the former handlers come back when
/// it goes.
class Signals {
public:
    explicit Signals(std::function<void(int)> arrived);
    ~Signals();
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;

private:
    void take();

    std::function<void(int)> arrived_;
    FileDescriptor read_, write_;
    std::unique_ptr<QSocketNotifier> notifier_;
};

} // namespace tunedesk::run
