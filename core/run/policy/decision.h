// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"
#include "event/socket/frame.h"
#include "run/policy/run_state.h"

#include <string>
#include <vector>

namespace tunedesk::run {

/// What a supervisor is to do, as SupervisionPolicy decides it.
struct Decision {
    enum class Kind {
        announce_state, ///< `state`: the run has entered it
        publish_event,  ///< the event of a rank that was just reported
        log,            ///< `level`, `text`
        send_command,   ///< `command` to rank 0
        signal_ranks,   ///< `signal` to every rank's process
        kill_ranks,     ///< SIGKILL to every rank's process group
        start_ranks,    ///< each in a process of its own, with a rendezvous port of now
        remove_ranks,   ///< kill and forget them, later: ranks_removed() follows
        announce_ready, ///< every rank is connected
        end_run,        ///< no process is left: the outcome is final
    };
    Kind kind = Kind::end_run;
    RunState state = RunState::starting;
    event::Command command = event::Command::none;
    int signal = 0;
    std::string level = {}, text = {};
};

/// To be carried out in this order.
using Decisions = std::vector<Decision>;

} // namespace tunedesk::run
