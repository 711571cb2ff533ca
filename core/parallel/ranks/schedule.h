// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/pipeline_passes.h"

#include <cstddef>
#include <span>
#include <vector>

namespace tunedesk::parallel {

/// The order in which a pipeline's stages process the micro-batches of a step.
///   gpipe: all forward passes, then all backward passes (Huang et al., 2019). A stage keeps the activations
///     of every micro-batch.
///   one_forward_one_backward: after as many forward passes as there are stages behind it, a stage alternates
///     (PipeDream-Flush; Narayanan et al., 2021). The same bubble, and a stage keeps at most as many
///     activations as there are stages from it on.
/// In both, and for one stage alone, backward passes come in the order of micro-batches, so that gradients
/// add up in one order whatever the number of stages.
enum class PipelineSchedule { gpipe, one_forward_one_backward };

/// A pass of a stage over one micro-batch. A forward pass depends on that of the previous stage, a backward
/// pass on that of the next stage, for the same micro-batch.
struct Action {
    enum class Pass { forward, backward };

    Pass pass = Pass::forward;
    int micro_batch = 0;

    bool operator==(const Action&) const = default;
};

/// The actions of one stage in a step, in order. One stage takes F0 B0 F1 B1 ... in either schedule: the
/// plain loop over micro-batches. `stages` and `micro_batches` are at least 1, `stage` is from 0. Pure.
std::vector<Action> actions_of(PipelineSchedule schedule, int stages, int stage, int micro_batches);

/// The duration of a stage's passes over one micro-batch.
struct StageCost {
    double forward_seconds = 1, backward_seconds = 2;
};

/// A simulated step of a pipeline.
struct PipelineStep {
    double seconds = 0; ///< from the first pass to the end of the last
    double bubble = 0;  ///< the share of all stages' time in which they wait: (p-1)/(m+p-1) with equal stages
    std::vector<int> kept;        ///< by stage: largest number of micro-batches whose activations it holds
    event::PipelinePasses passes; ///< begin and end of each pass; step is 0
};

/// Simulates the actions of every stage, each as soon as its stage is free and its input has arrived,
/// `transfer_seconds` after it was computed. `costs` is by stage. Throws Error 2603 for another number of
/// costs, 2604 if the actions wait for each other in a circle, or one lacks what it needs. Pure.
PipelineStep simulate(std::span<const std::vector<Action>> stages, std::span<const StageCost> costs,
                      double transfer_seconds = 0);

} // namespace tunedesk::parallel
