// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/stage_plans.h"

#include "parallel/ranks/schedule.h"
#include "plan/memory_plan.h"
#include "plan/stages.h"
#include "preset/schema/placement.h"

#include <algorithm>

namespace tunedesk::plan {

namespace {

std::uint64_t parameters_of(const arch::ModelSpec& spec, const arch::StageLayers& layers) {
    const std::vector<const arch::BlockSpec*> blocks = spec.blocks();
    std::uint64_t count = 0;
    for (std::size_t block = layers.first_block(); block < layers.last_block(); ++block)
        count += blocks[block]->count();
    return count;
}

double cost_of(const BlockCosts& costs, const arch::StageLayers& layers) {
    double cost = layers.has_embeddings() ? costs.embeddings : 0;
    for (std::size_t layer = layers.first; layer < layers.last; ++layer)
        cost += costs.layers[layer];
    return layers.has_head() ? cost + costs.head : cost;
}

std::uint64_t part_of(std::uint64_t mean, double share) {
    return whole_number(static_cast<double>(mean) * share);
}

} // namespace

std::vector<StagePlan> plan_stages(const Preset& preset, const arch::ModelSpec& spec, const Estimate& whole) {
    const int stages = preset.parallel.pipeline_stages;
    std::vector<StagePlan> plans;
    if (stages <= 1) return plans;
    const BlockCosts costs = block_costs(spec);
    const auto all = static_cast<double>(spec.count()), count = static_cast<double>(stages);
    double most_expensive = 0;
    for (const arch::StageLayers& layers : stages_of(preset, spec)) {
        StagePlan plan;
        plan.layers = layers;
        plan.parameters = parameters_of(spec, layers);
        plan.micro_batches = micro_batches_in_flight(preset, static_cast<int>(plans.size()));
        plan.cost = cost_of(costs, layers);
        most_expensive = std::max(most_expensive, plan.cost);
        const double share = static_cast<double>(plan.parameters) * count / all;
        const double kept =
            static_cast<double>(layers.last - layers.first) * count *
            static_cast<double>(plan.micro_batches) /
            (static_cast<double>(layers.of) * static_cast<double>(micro_batches_in_flight(preset, 0)));
        MemoryParts& memory = plan.memory = whole;
        memory.weights_bytes = part_of(whole.weights_bytes, share);
        memory.gradient_bytes = part_of(whole.gradient_bytes, share);
        memory.optimizer_bytes = part_of(whole.optimizer_bytes, share);
        memory.activation_bytes = part_of(whole.activation_bytes, kept);
        if (spec.tied_head && layers.has_head()) {
            const std::uint64_t copy =
                whole_number(static_cast<double>(spec.embeddings.find(arch::Role::word)->count()) *
                             size_of(preset.precision.params));
            memory.weights_bytes += copy;
            memory.gradient_bytes += copy;
        }
        memory.total_bytes = memory.weights_bytes + memory.gradient_bytes + memory.optimizer_bytes +
                             memory.activation_bytes + memory.runtime_bytes;
        plans.push_back(plan);
    }
    for (StagePlan& plan : plans)
        plan.cost = most_expensive > 0 ? plan.cost / most_expensive : 1;
    return plans;
}

double stage_slowdown(const Preset& preset, const std::vector<StagePlan>& stages) {
    if (stages.empty()) return 1;
    const auto micro_batches = static_cast<double>(micro_batches_of(preset));
    const auto count = static_cast<double>(stages.size());
    double sum = 0; // sum of costs relative to the most expensive stage
    for (const StagePlan& stage : stages)
        sum += stage.cost;
    // One micro-batch passes through all stages; each further one adds the time of the most expensive stage.
    return (sum + micro_batches - 1) / micro_batches * count / sum;
}

std::optional<event::PipelinePasses> planned_passes(const Preset& preset,
                                                    const std::vector<StagePlan>& stages, double seconds) {
    constexpr std::int64_t most_passes = 4096;
    const int count = static_cast<int>(stages.size());
    const std::int64_t all = micro_batches_of(preset);
    if (stages.empty() || 2 * count * all > most_passes) return {};
    const int micro_batches = static_cast<int>(all);
    const auto schedule = preset.parallel.pipeline_schedule == Preset::PipelineSchedule::gpipe
                              ? parallel::PipelineSchedule::gpipe
                              : parallel::PipelineSchedule::one_forward_one_backward;
    std::vector<std::vector<parallel::Action>> actions;
    std::vector<parallel::StageCost> costs;
    for (int stage = 0; stage < count; ++stage) {
        actions.push_back(parallel::actions_of(schedule, count, stage, micro_batches));
        const double cost = stages[static_cast<std::size_t>(stage)].cost;
        costs.push_back({cost, 2 * cost});
    }
    const parallel::PipelineStep step = parallel::simulate(actions, costs);
    event::PipelinePasses passes = step.passes;
    for (auto& stage : passes.stages)
        for (event::StagePass& pass : stage) {
            pass.begin *= seconds / step.seconds;
            pass.end *= seconds / step.seconds;
        }
    return passes;
}

} // namespace tunedesk::plan
