// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "simulated/order.h"

#include <string>

namespace tunedesk::simulated {

/// Tracks the wait that settings() omits, to test the checker. Omitting it is harmless if another wait gives
/// the waiting side the same knowledge before it accesses the memory; otherwise the checker ends the process.
/// With state_lock().
class LeftOut {
public:
    static constexpr int host = -1;

    /// `side`: the stream that would have waited, or host; `missing`: the knowledge from the wait.
    void begin(int side, const Clock& missing);
    /// Counts another job of the side.
    void count(int side) { jobs_ += is_open(side); }
    /// Records new knowledge of a side and its source.
    void learns(int side, const Clock& known, const char* from, std::uint64_t number);
    /// The value of {"left_out": ...}: null, or the source that provided the knowledge instead ("" if none
    /// did) and the number of the side's jobs before it.
    std::string json() const;

private:
    bool is_open(int side) const { return begun_ && side_ == side && taught_by_.empty(); }

    bool begun_ = false;
    int side_ = host;
    Clock missing_;
    std::string taught_by_;
    std::uint64_t jobs_ = 0;
};

} // namespace tunedesk::simulated
