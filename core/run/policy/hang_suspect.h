// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>

namespace tunedesk::run {

/// Orders ranks by how likely they hold up the others; the least value is the likeliest cause. Ranks that
/// wait for it in a collective are asleep and fall silent too. Used by the supervisor to end runs and by the
/// window to name ranks.
struct HangSuspect {
    enum class Process { stopped, awake, asleep };

    bool is_heard = false; ///< it sends heartbeats
    bool waits_for_ranks = false;
    Process process = Process::awake;
    double last_sign = 0; ///< monotonic seconds when it is last known to have worked

    auto operator<=>(const HangSuspect&) const = default;
};

} // namespace tunedesk::run
