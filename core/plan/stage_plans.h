// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/pipeline_passes.h"
#include "plan/estimate.h"

#include <optional>

namespace tunedesk::plan {

/// The memory and cost of each stage of the preset's pipeline; empty without one. Weights, gradients and
/// optimizer state are divided in proportion to the stage's own parameters; if the head uses the embeddings'
/// table, the last stage has a copy of it and of its gradient. Activations are divided by its layers and the
/// micro-batches that it keeps. `whole`: with the memory of a rank with an average stage.
std::vector<StagePlan> plan_stages(const Preset& preset, const arch::ModelSpec& spec, const Estimate& whole);

/// Ratio of the duration of a step with these stages to that on ranks that never wait: 1 + (p-1)/m with p
/// equal stages and m micro-batches; larger if one stage is more expensive than the mean. 1 without a
/// pipeline.
double stage_slowdown(const Preset& preset, const std::vector<StagePlan>& stages);

/// The passes of a step of `seconds` with stages of these costs; std::nullopt without a pipeline or for more
/// than 4,096 passes. A backward pass is assumed to take twice as long as a forward pass.
std::optional<event::PipelinePasses> planned_passes(const Preset& preset,
                                                    const std::vector<StagePlan>& stages, double seconds);

} // namespace tunedesk::plan
