// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/pipeline_passes.h"
#include "plan/estimate.h"

#include <optional>

namespace tunedesk::plan {

/// What each stage of the preset's pipeline holds and computes; empty without one. Weights, gradients and the
/// optimizer's state go by the stage's own parameters; where the head's table is the embeddings', the last
/// stage has a copy of it and the copy's gradient. Activations go by its layers and by the micro-batches that
/// it keeps. `whole`: with the memory of a rank whose stage is the mean of all.
std::vector<StagePlan> plan_stages(const Preset& preset, const arch::ModelSpec& spec, const Estimate& whole);

/// By what a step of the stages takes longer than their work would on ranks that never wait: (p-1)/m more
/// with equal stages, and what the most expensive one has more than the mean. 1 without a pipeline.
double stage_slowdown(const Preset& preset, const std::vector<StagePlan>& stages);

/// The passes of a step that takes `seconds`, as stages of such costs make them; std::nullopt without a
/// pipeline and for more than 4,096 passes. A backward pass takes twice as long as a forward pass.
std::optional<event::PipelinePasses> planned_passes(const Preset& preset,
                                                    const std::vector<StagePlan>& stages, double seconds);

} // namespace tunedesk::plan
