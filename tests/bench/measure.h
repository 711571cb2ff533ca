// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Shared by the benchmarks of the window.

#include "base/clock.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QTimer>
#include <cmath>
#include <cstdio>
#include <random>
#include <sys/resource.h>
#include <unistd.h>

namespace tunedesk::bench {

/// Processor time of this process so far.
inline double process_seconds() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto of = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
    };
    return of(usage.ru_utime) + of(usage.ru_stime);
}

inline double resident_mib() {
    unsigned long ignored = 0, pages = 0;
    if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(file, "%lu %lu", &ignored, &pages) != 2) pages = 0;
        std::fclose(file);
    }
    return static_cast<double>(pages) * static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1 << 20);
}

/// Processes events for that long, sleeping in between like an application.
inline void process_for(double seconds) {
    QEventLoop loop;
    QTimer::singleShot(static_cast<int>(seconds * 1000), &loop, &QEventLoop::quit);
    loop.exec();
}

template <typename Condition>
bool process_until(double seconds, Condition condition) {
    const double end = monotonic_seconds() + seconds;
    while (!condition() && monotonic_seconds() < end)
        QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
    return condition();
}

/// A typical loss of a run after a fraction `share`.
inline double loss_at(double share, std::mt19937& random) {
    const double noise = static_cast<double>(random() % 2000) / 1000 - 1;
    return (0.3 + 2 / std::sqrt(1 + share * 300)) * (1 + 0.12 * noise);
}

} // namespace tunedesk::bench
