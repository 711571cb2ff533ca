// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/policy/journal_filter.h"

namespace tunedesk::run {

bool JournalFilter::keeps(const event::Event& event, double now) {
    using event::Type;
    if (event.type == Type::Heartbeat) return false;
    if (event.rank > 0) {
        const std::string level = text_field(event.fields, "level");
        return event.type == Type::Failed ||
               (event.type == Type::Log && (level == "warning" || level == "error"));
    }
    if (event.type != Type::Progress) return true;
    // Recording each step would fill the journal: the last one per second is enough to draw a bar.
    const std::string phase = text_field(event.fields, "phase");
    const bool last = event::number(event.fields, "done", 0) >= event::number(event.fields, "total", 0);
    if (phase == progress_phase_ && !last && now - progress_kept_ < 1) return false;
    progress_phase_ = phase;
    progress_kept_ = now;
    return true;
}

} // namespace tunedesk::run
