#include "plan/strategy_plans.h"

#include "preset/schema/applies.h"
#include "preset/schema/placement.h"

#include <algorithm>

namespace tunedesk::plan {

namespace {

double sent_in_a_step(const Preset& preset, const arch::ModelSpec& spec, const MemoryWork& work) {
    const double value = size_of(preset.precision.params),
                 all = static_cast<double>(spec.count()) * value / work.stages,
                 trained = static_cast<double>(trainable_count(spec, preset)) * value / work.stages,
                 micro_batches = preset.training.gradient_accumulation_steps;
    const DividedState divided = divided_by(preset.parallel.strategy);
    const double bytes = divided.parameters  ? micro_batches * (2 * all + trained)
                         : divided.gradients ? (micro_batches + 1) * trained
                                             : 2 * trained;
    return bytes * (work.data_ranks - 1) / work.data_ranks;
}

} // namespace

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
        plans.push_back({with.parallel.strategy, planned, whole_number(sent_in_a_step(with, spec, work))});
    }
    return plans;
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
