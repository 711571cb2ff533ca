// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tunedesk::train {

/// Counts failures of one kind that are at least so many seconds apart: several within a moment count as one.
class SpacedFailures {
public:
    explicit SpacedFailures(double seconds_apart) : apart_(seconds_apart) {}

    /// A failure at this time. False if it is too close to the last one that counted.
    bool add(double now) {
        if (count_ > 0 && now - last_ < apart_) return false;
        last_ = now;
        ++count_;
        return true;
    }
    void clear() { count_ = 0; }
    int count() const { return count_; }
    /// Until the next one counts.
    double seconds_left(double now) const { return count_ > 0 ? last_ + apart_ - now : 0; }

private:
    double apart_, last_ = 0;
    int count_ = 0;
};

} // namespace tunedesk::train
