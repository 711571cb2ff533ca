// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"

#include <optional>

namespace tunedesk::event {

/// A journal's or a server's line as an event; std::nullopt if it is damaged. As parse_event(), but without
/// an exception for each line that cannot be an event: a megabyte of short damaged lines has half a million.
std::optional<Event> event_of_line(std::string_view line);

} // namespace tunedesk::event
