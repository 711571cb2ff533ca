// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"

#include <optional>

namespace tunedesk::event {

/// A journal's or a server's line as an event; std::nullopt if it is damaged. Like parse_event(), but rejects
/// lines that cannot be events before parsing, without an exception for each: one megabyte can hold half a
/// million damaged lines.
std::optional<Event> event_of_line(std::string_view line);

} // namespace tunedesk::event
