// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/strategy_plans.h"

#include "plan/ranks/exchange.h"
#include "preset/schema/applies.h"
#include "preset/schema/placement.h"

#include <algorithm>

namespace tunedesk::plan {

std::vector<StrategyPlan> plan_strategies(const Preset& preset, const arch::ModelSpec& spec,
                                          const Shapes& shapes, const MemoryWork& work, bool cuda,
                                          const Estimate& counted) {
    std::vector<StrategyPlan> plans;
    if (work.data_ranks <= 1) return plans;
    const preset::Key& key = *preset::find_key("parallel.strategy");
    for (const std::string& name : key.choices) {
        Preset with = preset;
        if (preset::set(with, key, name) || with.parallel.strategy == Preset::Strategy::single) continue;
        if (!preset::unavailable_choice(preset, key, name).is_empty()) continue;
        Estimate planned = counted;
        plan_memory(with, spec, shapes, work, cuda, planned);
        const Traffic sent = data_traffic(with, spec, work.data_ranks);
        plans.push_back({with.parallel.strategy, planned, whole_number(sent.bytes), sent.messages});
    }
    return plans;
}

StrategyPlan plan_of(Preset::Strategy strategy, const std::vector<StrategyPlan>& plans) {
    const auto found = std::ranges::find(plans, strategy, &StrategyPlan::strategy);
    return found == plans.end() ? StrategyPlan() : *found;
}

std::optional<Preset::Strategy> recommended(const std::vector<StrategyPlan>& plans, std::uint64_t available) {
    using enum Preset::Strategy;
    std::optional<Preset::Strategy> last;
    if (available == 0) return last;
    for (const Preset::Strategy strategy : {ddp, zero2, zero3}) {
        const auto plan = std::ranges::find(plans, strategy, &StrategyPlan::strategy);
        if (plan == plans.end()) continue;
        last = strategy;
        if (verdict(plan->memory.total_bytes, available) == "fits") break;
    }
    return last;
}

} // namespace tunedesk::plan
