// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tunedesk::train {

/// Counts failures that are at least `seconds_apart` apart; those in between are not counted.
class SpacedFailures {
public:
    explicit SpacedFailures(double seconds_apart) : apart_(seconds_apart) {}

    /// Adds a failure at `now`, in seconds. False if it is too close to the last counted one.
    bool add(double now) {
        if (count_ > 0 && now - last_ < apart_) return false;
        last_ = now;
        ++count_;
        return true;
    }
    void clear() { count_ = 0; }
    int count() const { return count_; }
    /// Seconds until a failure counts again.
    double seconds_left(double now) const { return count_ > 0 ? last_ + apart_ - now : 0; }

private:
    double apart_, last_ = 0;
    int count_ = 0;
};

} // namespace tunedesk::train
