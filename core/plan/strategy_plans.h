// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plan/memory_plan.h"

#include <optional>
#include <vector>

namespace tunedesk::plan {

/// The plan of each strategy that the preset's data ranks can use, with all other values of the preset, in
/// ascending order of division; strategies that this version does not support with the preset's other values
/// are omitted. data_traffic() computes what each sends. Empty for one data rank. `counted`: an estimate with
/// the counts of parameters.
std::vector<StrategyPlan> plan_strategies(const Preset& preset, const arch::ModelSpec& spec,
                                          const Shapes& shapes, const MemoryWork& work, bool cuda,
                                          const Estimate& counted);

/// The plan of a strategy; a default plan, which sends nothing, if it is not in the list, as with one data
/// rank.
StrategyPlan plan_of(Preset::Strategy strategy, const std::vector<StrategyPlan>& plans);

/// The recommended strategy if a rank has `available` bytes: ddp if it fits, else zero2 (the optimizer's
/// state does not fit), else zero3 (the model does not fit). std::nullopt if none of them is planned, or
/// `available` is unknown (0).
std::optional<Preset::Strategy> recommended(const std::vector<StrategyPlan>& plans, std::uint64_t available);

} // namespace tunedesk::plan
