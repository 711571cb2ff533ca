// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/stages.h"

#include "base/error.h"
#include "base/text.h"
#include "preset/schema/placement.h"
#include "preset/schema/schema.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <tuple>

namespace tunedesk::plan {

namespace {

/// The quality of a division of the first layers among some stages: less is better.
struct Division {
    double most = std::numeric_limits<double>::infinity(), squares = most;
    std::size_t begin = 0; ///< the last stage's first layer

    bool operator<(const Division& other) const {
        return std::tie(most, squares) < std::tie(other.most, other.squares);
    }
};

std::vector<arch::StageLayers> stages_of_counts(std::span<const std::size_t> counts, std::size_t layers) {
    std::vector<arch::StageLayers> stages;
    std::size_t first = 0;
    for (const std::size_t count : counts) {
        stages.push_back({first, first + count, layers});
        first += count;
    }
    return stages;
}

} // namespace

BlockCosts block_costs(const arch::ModelSpec& spec) {
    BlockCosts costs{.embeddings = spec.embeddings.product_flops()};
    if (spec.readout == task::Readout::every) {
        costs.head = spec.head.product_flops();
        if (spec.tied_head)
            costs.head += 2 * static_cast<double>(spec.embeddings.find(arch::Role::word)->count());
    }
    for (const arch::BlockSpec& layer : spec.layers)
        costs.layers.push_back(layer.product_flops());
    return costs;
}

std::vector<arch::StageLayers> balanced_stages(const BlockCosts& costs, std::size_t stages) {
    const std::size_t layers = costs.layers.size();
    std::vector<double> before{0}; // cost of the first i layers
    for (const double cost : costs.layers)
        before.push_back(before.back() + cost);
    const auto cost_of = [&](std::size_t stage, std::size_t begin, std::size_t end) {
        return before[end] - before[begin] + (stage == 0 ? costs.embeddings : 0) +
               (stage + 1 == stages ? costs.head : 0);
    };
    // best[stage][end]: the best division of the first `end` layers among the stages up to `stage`.
    std::vector<std::vector<Division>> best(stages, std::vector<Division>(layers + 1));
    for (std::size_t end = 1; end <= layers; ++end) {
        const double cost = cost_of(0, 0, end);
        best[0][end] = {cost, cost * cost, 0};
    }
    for (std::size_t stage = 1; stage < stages; ++stage)
        for (std::size_t end = stage + 1; end <= layers; ++end)
            for (std::size_t begin = stage; begin < end; ++begin) {
                const Division& rest = best[stage - 1][begin];
                const double cost = cost_of(stage, begin, end);
                const Division candidate{std::max(rest.most, cost), rest.squares + cost * cost, begin};
                if (candidate < best[stage][end]) best[stage][end] = candidate;
            }
    std::vector<arch::StageLayers> result(stages);
    std::size_t end = layers;
    for (std::size_t stage = stages; stage-- > 0;) {
        result[stage] = {best[stage][end].begin, end, layers};
        end = best[stage][end].begin;
    }
    return result;
}

std::vector<arch::StageLayers> stages_of(const Preset& preset, const arch::ModelSpec& spec) {
    const auto stages = static_cast<std::size_t>(std::max(1, preset.parallel.pipeline_stages));
    const std::size_t layers = spec.layers.size();
    if (stages > layers)
        throw Error(ErrorId::stages_exceed_layers, {fmt::to_string(stages), fmt::to_string(layers)},
                    "parallel.pipeline_stages");
    if (stages == 1 || preset.parallel.stage_layers == "auto")
        return balanced_stages(block_costs(spec), stages);
    std::vector<std::size_t> counts;
    std::size_t sum = 0;
    for (const std::string_view part : split(preset.parallel.stage_layers, ',')) {
        counts.push_back(static_cast<std::size_t>(preset::read_number(trimmed(part)).value_or(0)));
        sum += counts.back();
    }
    if (sum != layers)
        throw Error(ErrorId::stage_layers_mismatch,
                    {preset.parallel.stage_layers, fmt::to_string(sum), fmt::to_string(layers)},
                    "parallel.stage_layers");
    return stages_of_counts(counts, layers);
}

void require_even_slices(const Preset& preset, const arch::ModelSpec& spec) {
    const int slices = preset.parallel.tensor_size;
    if (const auto size = arch::size_that_no_slice_divides(spec, slices))
        throw Error(ErrorId::slices_uneven, {fmt::to_string(slices), size->name, fmt::to_string(size->value)},
                    "parallel.tensor_size");
}

std::int64_t micro_batches_in_flight(const Preset& preset, int stage) {
    const std::int64_t stages = preset.parallel.pipeline_stages, all = micro_batches_of(preset);
    if (stages <= 1) return 1;
    const bool all_first = preset.parallel.pipeline_schedule == Preset::PipelineSchedule::gpipe;
    return all_first ? all : std::min(all, stages - stage);
}

} // namespace tunedesk::plan
