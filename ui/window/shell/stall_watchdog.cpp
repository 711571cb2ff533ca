// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/shell/stall_watchdog.h"

#include "base/clock.h"

#include <QMetaObject>
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace tunedesk::ui {

struct StallWatchdog::Shared {
    std::mutex mutex;
    std::condition_variable news;
    bool over = false, waiting = false;
    double posted = 0;
    std::vector<double> waits;
};

StallWatchdog::StallWatchdog(int every_ms) : shared_(std::make_shared<Shared>()), target_(new QObject) {
    thread_ = std::thread([shared = shared_, target = target_.get(), every_ms] {
        std::unique_lock lock(shared->mutex);
        while (!shared->over) {
            shared->waiting = true;
            shared->posted = monotonic_seconds();
            QMetaObject::invokeMethod(
                target,
                [shared] {
                    const std::lock_guard taken(shared->mutex);
                    shared->waits.push_back((monotonic_seconds() - shared->posted) * 1e3);
                    shared->waiting = false;
                    shared->news.notify_one();
                },
                Qt::QueuedConnection);
            // One event at a time: a stall counts once, with its whole length.
            shared->news.wait(lock, [&] { return !shared->waiting || shared->over; });
            shared->news.wait_for(lock, std::chrono::milliseconds(every_ms), [&] { return shared->over; });
        }
    });
}

StallWatchdog::~StallWatchdog() {
    {
        const std::lock_guard lock(shared_->mutex);
        shared_->over = true;
        shared_->news.notify_one();
    }
    thread_.join();
}

std::vector<double> StallWatchdog::waits() const {
    const std::lock_guard lock(shared_->mutex);
    return shared_->waits;
}

double StallWatchdog::percentile(double share) const {
    std::vector<double> sorted = waits();
    if (sorted.empty()) return 0;
    const auto last = sorted.size() - 1;
    const auto at = static_cast<std::size_t>(share * static_cast<double>(last) + 0.5);
    std::nth_element(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(at), sorted.end());
    return sorted[at];
}

double StallWatchdog::longest() const {
    const std::vector<double> all = waits();
    return all.empty() ? 0 : *std::max_element(all.begin(), all.end());
}

} // namespace tunedesk::ui
