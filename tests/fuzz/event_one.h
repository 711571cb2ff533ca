// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "event/event.h"
#include "event/journal/metrics.h"
#include "event/pipeline_passes.h"

#include <stdexcept>

namespace tunedesk::event {

[[noreturn]] inline void wrong(const char* what) {
    throw std::logic_error(what);
}

/// Checks that every accepted event is unchanged after writing and parsing it again.
inline int event_one(const std::uint8_t* data, std::size_t size) {
    Event event;
    try {
        event = parse_event({reinterpret_cast<const char*>(data), size});
    } catch (const Error& error) {
        if (error.id() != 7001) throw;
        return 0;
    }
    const std::string line = to_line(event);
    if (line.find('\n') != std::string::npos) wrong("an event on two lines");
    if (line.size() > max_event_bytes) wrong("an event larger than a frame");
    if (to_line(parse_event(line)) != line) wrong("an event that changes when it is read back");
    MetricsLayout().row(event);
    if (const auto passes = passes_of(event); passes && passes_of(to_event(*passes)) != passes)
        wrong("passes that change when they are read back");
    try {
        to_step(event);
    } catch (const Error& error) {
        if (!error.is(ErrorId::step_event_incomplete) && !error.is(ErrorId::step_event_type_wrong)) throw;
    }
    return 0;
}

} // namespace tunedesk::event
