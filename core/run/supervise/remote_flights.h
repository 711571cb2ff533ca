// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "parallel/ranks/flight_record.h"

#include <map>
#include <vector>

namespace tunedesk::run {

/// The last flight records sent by ranks of other nodes (app/worker/flight_relay.h), with times converted to
/// this node's clock. Thread rule: one thread.
class RemoteFlights {
public:
    /// Takes a message of type Flight; ignores one that is damaged or has another rank's record. `now`:
    /// monotonic seconds.
    void take(int rank, const Json& message, double now);

    /// `own`, and the records whose ranks reported within the last three seconds that they have entered and
    /// left no collective since.
    std::vector<parallel::Flight> with_settled(std::vector<parallel::Flight> own, double now) const;
    /// `own`, and all remote records, which may be some seconds old.
    std::vector<parallel::Flight> with_all(std::vector<parallel::Flight> own) const;

private:
    struct Sent {
        parallel::Flight flight;
        bool is_settled = false;
        double heard_at = 0; ///< monotonic
    };
    std::map<int, Sent> sent_; ///< by rank
};

} // namespace tunedesk::run
