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

/// What parallel.strategy divides among the data group of `groups`, or null if it divides nothing. Before the
/// optimizer is made.
std::unique_ptr<Shards> make_shards(const Preset& preset, const parallel::MeshGroups& groups,
                                    model::Network& network);

/// The strategy of parallel.strategy over the data group of `groups`, of slices within TensorSlices, in a
/// pipeline that within a PipelineStage; `stages`: the layers of each stage. `residency`: of parameters that
/// are not always on the device, or null; `shards`: of make_shards(), whose slots the optimizer has. What it
/// is given must outlive it. All ranks call it.
std::unique_ptr<Strategy> make_strategy(const Preset& preset, const parallel::MeshGroups& groups,
                                        model::Network& network, Optimizer& optimizer,
                                        BlockResidency* residency, Shards* shards,
                                        const std::vector<arch::StageLayers>& stages = {});

} // namespace tunedesk::train
