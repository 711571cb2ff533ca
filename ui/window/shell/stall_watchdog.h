// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace tunedesk::ui {

/// Measures how long the window's thread leaves an event waiting: a thread of its own posts one every few
/// milliseconds and sees when it is taken. For tests and benchmarks. Make it, read it and destroy it on the
/// window's thread.
class StallWatchdog {
public:
    explicit StallWatchdog(int every_ms = 5);
    ~StallWatchdog();

    /// Milliseconds that each posted event waited so far.
    std::vector<double> waits() const;
    /// The wait that a share of the events stayed below (0.999: p99.9); 0 without any.
    double percentile(double share) const;
    double longest() const;

private:
    struct Shared;
    std::shared_ptr<Shared> shared_;
    std::unique_ptr<QObject> target_;
    std::thread thread_;
};

} // namespace tunedesk::ui
