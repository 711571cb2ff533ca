// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"
#include "remote/line_stream.h"
#include "run/follow/stream_status.h"

#include <functional>

namespace tunedesk::remote {

/// How a run on another machine is watched.
struct RemoteFollowing {
    std::string run; ///< its folder there
    std::uint64_t from_seq = 1;
    std::string journal;                    ///< which one `from_seq` counts in; empty: whichever there is
    std::optional<std::string> files_stamp; ///< the small files too, where theirs is another one
    std::function<void(const event::Event&)> see;
    std::function<bool(const std::string&)> other; ///< a line that is neither; false: strange
    std::function<void(const run::StreamStatus&)> on_status;
    /// The folder there holds another journal than before: what was seen is not this run's. Events come from
    /// the first on.
    std::function<void()> on_new_journal;
    std::function<void(const ConnectionStatus&)> connection;
    std::function<void()> idle;
    std::function<bool()> enough, at_once;
    bool is_patient = false;
};

/// Shows a run's events, from `from_seq` on, each once and in order: the journal's first, then those that
/// come. It stays when the run ends and when the connection breaks, until enough() returns true. Blocks; any
/// thread. Throws Error as read_lines() does, and the error of `attach` there where it ends by itself.
void follow_remote(const Server& server, const RemoteFollowing& following);

} // namespace tunedesk::remote
