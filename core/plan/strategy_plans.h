// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plan/memory_plan.h"

#include <optional>
#include <vector>

namespace tunedesk::plan {

/// The plan of each strategy that the preset's data ranks may share their work with, all else as in the
/// preset, by how much is divided; those that this version refuses beside the preset's other values are left
/// out; see data_traffic() for what each sends. Empty for one data rank. `counted`: with the counts of
/// parameters.
std::vector<StrategyPlan> plan_strategies(const Preset& preset, const arch::ModelSpec& spec,
                                          const Shapes& shapes, const MemoryWork& work, bool cuda,
                                          const Estimate& counted);

/// That of a strategy; one that sends nothing where it is not among them, as with one data rank.
StrategyPlan plan_of(Preset::Strategy strategy, const std::vector<StrategyPlan>& plans);

/// The one to take where a rank has `available` bytes: ddp where that fits, else zero2 (the optimizer does
/// not fit), else zero3 (the model does not). std::nullopt if none of them is planned, or it is not known
/// what is available (0).
std::optional<Preset::Strategy> recommended(const std::vector<StrategyPlan>& plans, std::uint64_t available);

} // namespace tunedesk::plan
