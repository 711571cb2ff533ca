// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tunedesk::event {

/// A pass of a pipeline stage over one micro-batch, in seconds since the step began, without the time that
/// the stage waited before it.
struct StagePass {
    bool is_forward = true;
    int micro_batch = 0;
    double begin = 0, end = 0;

    bool operator==(const StagePass&) const = default;
};

/// The passes that the stages of a pipeline made in one step.
struct PipelinePasses {
    std::int64_t step = 0;
    std::vector<std::vector<StagePass>> stages; ///< by stage, each in the order of its passes

    /// From the step's begin to the end of the last pass.
    double seconds() const;
    /// The fraction of all stages' time without a pass: with equal stages (p-1)/(m+p-1).
    double idle_share() const;
    bool operator==(const PipelinePasses&) const = default;
};

/// {"step", "stages": [[[is_forward (1 or 0), micro-batch, begin, end], ...], ...]}, with times in
/// microseconds.
Event to_event(const PipelinePasses& passes);
/// Reads a Pipeline event; std::nullopt if it is damaged, or has more than 1,024 stages or 65,536 passes.
std::optional<PipelinePasses> passes_of(const Event& event);

} // namespace tunedesk::event
