// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "base/text.h"
#include "output.h"

#include <algorithm>
#include <cstdio>
#include <string>

namespace tunedesk::app {

/// The time that `best` has, and lines with the time of each. Starts when it is made. Times are monotonic
/// seconds.
class BestProgress {
public:
    /// `is_quiet`: no lines.
    BestProgress(double minutes, bool is_quiet) : seconds_(60 * minutes), is_quiet_(is_quiet) {}

    double seconds() const { return seconds_; }
    double elapsed() const { return monotonic_seconds() - begun_; }
    /// When this share of the time has passed.
    double at(double share) const { return begun_ + share * seconds_; }
    /// When runs are stopped: the step under way, the checkpoint and the end of the processes take time.
    double stop_at() const {
        constexpr double share = 0.05, least = 4, most = 15;
        return begun_ + seconds_ - std::clamp(share * seconds_, least, most);
    }
    bool is_quiet() const { return is_quiet_; }
    void say(const std::string& text) const {
        if (is_quiet_) return;
        print_text("[{}] {}\n", human_duration(elapsed()), text);
        std::fflush(stdout);
    }

private:
    const double begun_ = monotonic_seconds(), seconds_;
    const bool is_quiet_;
};

} // namespace tunedesk::app
