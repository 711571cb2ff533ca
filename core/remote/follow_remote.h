// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"
#include "remote/line_stream.h"
#include "run/follow/stream_status.h"

#include <functional>

namespace tunedesk::remote {

/// How a run on another machine is followed.
struct RemoteFollowing {
    std::string run; ///< the run's folder on the server
    std::uint64_t from_seq = 1;
    std::string journal; ///< identity of the journal that `from_seq` refers to; empty: any
    /// requests the small files too, if their stamp differs from this one
    std::optional<std::string> files_stamp;
    std::function<void(const event::Event&)> see;
    std::function<bool(const std::string&)> other; ///< receives any other line; false: the line is invalid
    std::function<void(const run::StreamStatus&)> on_status;
    /// The folder on the server now holds another journal: earlier events do not belong to this run. All
    /// events of the new journal follow.
    std::function<void()> on_new_journal;
    std::function<void(const ConnectionStatus&)> connection;
    std::function<void()> idle;
    std::function<bool()> enough, at_once;
    bool is_patient = false;
};

/// Passes on a run's events from `from_seq` on, each once and in order: first those in the journal, then new
/// ones. Continues after the end of the run and after a lost connection, until enough() returns true. Blocks;
/// any thread. Throws the errors of read_lines(), and the error of the remote `attach` if it ends by itself.
void follow_remote(const Server& server, const RemoteFollowing& following);

} // namespace tunedesk::remote
