#pragma once

#include "parallel/mesh_groups.h"
#include "preset/preset.h"
#include "train/memory/block_residency.h"
#include "train/optimizer/optimizer.h"
#include "train/strategies/strategy.h"

#include <memory>

namespace tunedesk::train {

/// The strategy of parallel.strategy over the data group of `groups`. `residency`: of parameters that are not
/// always on the device, or null. What it is given must outlive it. All ranks call it.
std::unique_ptr<Strategy> make_strategy(const Preset& preset, const parallel::MeshGroups& groups,
                                        model::Parameters& parameters, Optimizer& optimizer,
                                        BlockResidency* residency);

} // namespace tunedesk::train
