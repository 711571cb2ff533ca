// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "simulated/order.h"

#include <string>

namespace tunedesk::simulated {

/// The wait that settings() leaves out, to test the checker: what became of it. It cannot matter where
/// another wait tells the waiting side the same before that side touches the memory in question; the checker
/// ends the process otherwise. Under state_lock().
class LeftOut {
public:
    static constexpr int host = -1;

    /// `side`: the stream that would have waited, or host; `missing`: what the wait would have told it.
    void begin(int side, const Clock& missing);
    /// The side has done another job.
    void count(int side) { jobs_ += is_open(side); }
    /// What a side knows from here on, and from what.
    void learns(int side, const Clock& known, const char* from, std::uint64_t number);
    /// {"left_out": ...}'s value: null, or who taught the side instead ("" where nobody did) and how many of
    /// its jobs came before that.
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
