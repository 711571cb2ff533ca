// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "parallel/ranks/flight_record.h"

#include <map>
#include <vector>

namespace tunedesk::run {

/// The flight records of ranks on other nodes, as they have sent them last (app/worker/flight_relay.h). Times
/// become those of this node's clock. Thread rule: one thread.
class RemoteFlights {
public:
    /// A message of type Flight; one that is damaged, or of another rank's record, changes nothing. `now`:
    /// monotonic seconds.
    void take(int rank, const Json& message, double now);

    /// `own`, and these: those of which a rank has said, in the last three seconds, that it has entered and
    /// left no collective since.
    std::vector<parallel::Flight> with_settled(std::vector<parallel::Flight> own, double now) const;
    /// `own`, and all of these, which may be some seconds old.
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
