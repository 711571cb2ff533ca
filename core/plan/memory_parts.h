// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/preset.h"

#include <cstdint>

namespace tunedesk::plan {

/// Peak memory of a rank by part: bytes of its device's memory, or of the host's.
struct MemoryParts {
    std::uint64_t weights_bytes = 0, gradient_bytes = 0, optimizer_bytes = 0, activation_bytes = 0,
                  runtime_bytes = 0, total_bytes = 0;
};

/// Memory and communication per rank with one strategy.
struct StrategyPlan {
    Preset::Strategy strategy = Preset::Strategy::single;
    MemoryParts memory;
    std::uint64_t sent_bytes = 0; ///< bytes that a rank sends to the other data ranks in an optimizer step
    double messages = 0;          ///< number of messages for them
};

} // namespace tunedesk::plan
