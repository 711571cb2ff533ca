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

/// Sends one command to the folder's supervisor. Blocks for `seconds` at most. Throws Error 6015 if it has
/// none, 7022 if none answers.
event::Reply send_command(const event::RunFolder& folder, event::Command command, double seconds = 10);

/// How a run is watched.
struct Following {
    std::uint64_t from_seq = 1;
    std::function<void(const event::Event&)> see;
    std::function<void()> idle;   ///< about ten times a second, between events
    std::function<bool()> enough; ///< whether to leave; asked as often
};

/// Shows a supervised run's events as they come, until its supervisor closes or enough() returns true: the
/// seq to continue from in the journal. std::nullopt if the run has no supervisor now. Any thread.
std::optional<std::uint64_t> follow_live(const event::RunFolder& folder, const Following& following);

/// Shows a run from `from_seq` on: live where it is supervised, from its journal where it is not. Returns
/// when the run has ended (how, or std::nullopt if its supervisor left no record) or enough() returns true.
/// Plain blocking code without Qt: any thread.
std::optional<event::ExitRecord> follow(const event::RunFolder& folder, const Following& following);

} // namespace tunedesk::run
