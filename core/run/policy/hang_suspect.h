// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>

namespace tunedesk::run {

/// How likely it is that a rank holds up the others, of what is known about it: those that wait for it in a
/// collective sleep, and fall silent with it. The least is the likeliest cause. The supervisor ends runs by
/// this order and the window names ranks by it.
struct HangSuspect {
    enum class Process { stopped, awake, asleep };

    bool is_heard = false; ///< it gives signs of life
    bool waits_for_ranks = false;
    Process process = Process::awake;
    double last_sign = 0; ///< when it last worked, as far as is known; monotonic seconds

    auto operator<=>(const HangSuspect&) const = default;
};

} // namespace tunedesk::run
