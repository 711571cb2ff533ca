// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"
#include "event/folder/run_folder.h"
#include "event/reply.h"
#include "event/socket/frame.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace tunedesk::run {

/// Sends one command to the folder's supervisor. Blocks for at most `seconds`. Throws Error 6015 if the
/// folder has no supervisor, 7022 if it does not answer.
event::Reply send_command(const event::RunFolder& folder, event::Command command, double seconds = 10);

/// Options and callbacks for following a run.
struct Following {
    std::uint64_t from_seq = 1;
    std::function<void(const event::Event&)> see;
    std::function<void()> idle;   ///< about ten times a second, between events
    std::function<bool()> enough; ///< return true to stop; called as often
};

/// Passes a supervised run's events to see() as they arrive, until its supervisor closes the connection or
/// enough() returns true. Returns the seq to continue from in the journal; std::nullopt if the run has no
/// supervisor now. Any thread.
std::optional<std::uint64_t> follow_live(const event::RunFolder& folder, const Following& following);

/// Passes a run's events from `from_seq` on to see(): live if it is supervised, else from its journal.
/// Returns when the run has ended or enough() returns true: the run's exit record, or std::nullopt if there
/// is none or enough() ended it. Plain blocking code without Qt: any thread.
std::optional<event::ExitRecord> follow(const event::RunFolder& folder, const Following& following);

} // namespace tunedesk::run
