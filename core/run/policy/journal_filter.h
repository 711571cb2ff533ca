// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"

#include <string>

namespace tunedesk::run {

/// Decides which events of ranks the journal of a supervised run keeps.
class JournalFilter {
public:
    /// `now`: monotonic seconds.
    bool keeps(const event::Event& event, double now);

private:
    std::string progress_phase_;
    double progress_kept_ = 0;
};

} // namespace tunedesk::run
