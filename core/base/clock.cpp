// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"

#include <ctime>

namespace tunedesk {

namespace {

double read_clock(clockid_t clock) {
    timespec now{};
    ::clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

} // namespace

double monotonic_seconds() {
    return read_clock(CLOCK_MONOTONIC);
}
double utc_seconds() {
    return read_clock(CLOCK_REALTIME);
}

std::string utc_text(double utc, bool compact) {
    const auto seconds = static_cast<std::time_t>(utc);
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    char text[32];
    std::strftime(text, sizeof text, compact ? "%Y%m%d-%H%M%S" : "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

} // namespace tunedesk
