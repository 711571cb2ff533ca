// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/ranks/flight_record.h"

#include <string>

namespace tunedesk::worker {

/// What a rank's channel to another node says of the rank's flight record, so that it can be compared with
/// those of rank 0's node: {"type": "Flight", "settled", "now", "flight"}. A record that has not changed for
/// a second is settled, and is sent once; while it stays so, messages without "flight" confirm it. One that
/// changes is sent every five seconds, which is enough to find ranks that have called different collectives.
/// A run that makes progress thus sends little. Thread rule: one thread.
class FlightRelay {
public:
    /// `file`: of the record; "": there is none.
    explicit FlightRelay(fs::path file) : file_(std::move(file)) {}

    /// Reads the record, at most once in a second. `is_last`: at once, and to be sent in any case: the rank
    /// has failed.
    void look(bool is_last);
    /// The message that is due, once; or "".
    std::string take();

private:
    const fs::path file_;
    parallel::Flight last_;
    std::string due_;
    double looked_at_ = 0, sent_at_ = 0; ///< monotonic
    bool is_known_ = false;              ///< the other end has last_
};

} // namespace tunedesk::worker
