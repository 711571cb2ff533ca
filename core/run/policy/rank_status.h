// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"
#include "run/policy/process_end.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tunedesk::run {

/// What a supervisor knows of one rank. Times are monotonic seconds.
struct RankStatus {
    int index = 0;
    bool has_process = false; ///< it was started
    std::string host;         ///< of its Hello
    bool is_remote = false;   ///< started by another task; it reports through rank 0
    std::optional<ProcessEnd> end;
    double ended = 0;
    bool out_of_memory = false; ///< the kernel killed a process of the run for lack of memory before it ended
    bool said_hello = false, said_failed = false;
    double started = 0, last_heard = 0;
    double last_worked = 0;        ///< when it last sent more than a report of waiting
    std::string waits_for;         ///< "ranks", "disk", or "" if it works
    std::optional<double> lost_at; ///< when the connection was lost while the process was alive
    std::string phase = "start", collective;
    std::int64_t step = 0;
    std::uint64_t gpu_allocated_bytes = 0; ///< as last reported

    bool lives() const { return has_process && !end; }
    /// Notes that a message of any kind arrived.
    void sign_of_life(double now) { last_heard = now; }
    /// Applies an event of this rank; sign_of_life() was called for it.
    void take(const event::Event& event);
    /// "rank 1, training, step 12, waits for the others"; "rank 1 on n2, ..." of another task's
    std::string where() const;
};

} // namespace tunedesk::run
