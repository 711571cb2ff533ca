// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"
#include "event/socket/frame.h"
#include "run/policy/run_state.h"

#include <string>
#include <vector>

namespace tunedesk::run {

/// An action that SupervisionPolicy requests from the supervisor.
struct Decision {
    enum class Kind {
        announce_state, ///< the run has entered `state`
        publish_event,  ///< the event of a rank that was just reported
        log,            ///< `level`, `text`
        send_command,   ///< `command` to rank 0
        signal_ranks,   ///< `signal` to every rank's process
        kill_ranks,     ///< SIGKILL to every rank's process group
        start_ranks,    ///< each in its own process; a rendezvous port that is not fixed is chosen again
        remove_ranks,   ///< kill and remove them after this call, then call ranks_removed()
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
