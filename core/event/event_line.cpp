// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/event_line.h"

#include "base/error.h"
#include "base/text.h"

namespace tunedesk::event {

std::optional<Event> event_of_line(std::string_view line) {
    constexpr std::size_t shortest_event = sizeof(R"({"v":1,"type":"Log","rank":0,"rank_seq":0,"t":0})") - 1;
    const std::string_view text = trimmed(line);
    if (text.size() < shortest_event || text.front() != '{' || text.back() != '}') return std::nullopt;
    try {
        return parse_event(line);
    } catch (const Error&) {
        return std::nullopt;
    }
}

} // namespace tunedesk::event
