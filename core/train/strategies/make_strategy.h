// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/mesh_groups.h"
#include "preset/preset.h"
#include "train/memory/block_residency.h"
#include "train/optimizer/optimizer.h"
#include "train/strategies/shards.h"
#include "train/strategies/strategy.h"

#include <memory>

namespace tunedesk::train {

/// The shards of a parallel.strategy that divides state among the data group of `groups`, else null. Call
/// before the optimizer is constructed.
std::unique_ptr<Shards> make_shards(const Preset& preset, const parallel::MeshGroups& groups,
                                    model::Network& network);

/// Makes the strategy of parallel.strategy over the data group of `groups`, wrapped in TensorSlices if the
/// model is sliced and in a PipelineStage in a pipeline. `stages`: the layers of each stage. `residency`: for
/// parameters that are not always on the device, or null. `shards`: from make_shards(); the optimizer must
/// use their slots. All references must outlive the strategy. All ranks call it.
std::unique_ptr<Strategy> make_strategy(const Preset& preset, const parallel::MeshGroups& groups,
                                        model::Network& network, Optimizer& optimizer,
                                        BlockResidency* residency, Shards* shards,
                                        const std::vector<arch::StageLayers>& stages = {});

} // namespace tunedesk::train
