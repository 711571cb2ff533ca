// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_spec.h"
#include "arch/stage_layers.h"
#include "preset/preset.h"

#include <span>
#include <vector>

namespace tunedesk::plan {

/// Relative costs of the passes through a model's blocks: floating-point operations of matrix products per
/// token. A head that reads one row per sequence is counted as free.
struct BlockCosts {
    double embeddings = 0, head = 0;
    std::vector<double> layers{};
};
BlockCosts block_costs(const arch::ModelSpec& spec);

/// Divides a model's layers among `stages` >= 1 consecutive stages, each with at least one layer, minimizing
/// the cost of the most expensive stage. Among equal solutions the costs are as even as possible, then
/// earlier stages, which keep activations of more micro-batches, have fewer layers. `costs` has at least as
/// many layers as stages. Pure.
std::vector<arch::StageLayers> balanced_stages(const BlockCosts& costs, std::size_t stages);

/// The layers of each stage of a preset: as listed in parallel.stage_layers, else balanced. Throws Error 4359
/// if there are more stages than layers, 4360 if the list does not add up to the model's layers.
std::vector<arch::StageLayers> stages_of(const Preset& preset, const arch::ModelSpec& spec);

/// Throws Error 4361 if a model's heads or its MLP cannot be divided among a preset's tensor ranks.
void require_even_slices(const Preset& preset, const arch::ModelSpec& spec);

/// The most micro-batches whose activations a pipeline stage (from 0) keeps at once; 1 without a pipeline.
std::int64_t micro_batches_in_flight(const Preset& preset, int stage);

} // namespace tunedesk::plan
