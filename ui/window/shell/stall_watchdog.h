// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace tunedesk::ui {

/// Measures how long events wait for the window's thread: a separate thread posts an event every few
/// milliseconds and records when it is handled. For tests and benchmarks. Create, read and destroy it on the
/// window's thread.
class StallWatchdog {
public:
    explicit StallWatchdog(int every_ms = 5);
    ~StallWatchdog();

    /// Waiting time in milliseconds of each event so far.
    std::vector<double> waits() const;
    /// The waiting time that a fraction of the events did not exceed (0.999: p99.9); 0 without events.
    double percentile(double share) const;
    double longest() const;

private:
    struct Shared;
    std::shared_ptr<Shared> shared_;
    std::unique_ptr<QObject> target_;
    std::thread thread_;
};

} // namespace tunedesk::ui
