// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/step/average.h"

#include "base/error.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::train {

namespace {

using Samples = std::vector<std::uint32_t>;

/// Sums sample by sample, so that the result is bit-identical for every distribution of the samples.
double weight_of(const Samples& samples, const model::Objective& objective, double total) {
    for (const std::uint32_t sample : samples)
        total += objective.weight(sample);
    return total;
}

} // namespace

Average average_of(const Preset& preset, std::size_t data_ranks) {
    if (data_ranks == 1 || preset.data.sharding == Preset::Sharding::exact) return Average::samples;
    return preset.parallel.divide_by_initial_world_size ? Average::initial_ranks : Average::active_ranks;
}

MeanPart mean_part(Average average, const data::StepBatches& step, const model::Objective& objective,
                   std::size_t rank) {
    double total = 0, own = 0;
    std::vector<bool> active;
    for (const auto& micro : step.micro_batches) {
        active.resize(micro.size());
        for (std::size_t other = 0; other < micro.size(); ++other) {
            total = weight_of(micro[other], objective, total);
            active[other] = active[other] || !micro[other].empty();
        }
        own = weight_of(micro[rank], objective, own);
    }
    if (average == Average::samples) return {total, 1};
    const auto ranks = static_cast<double>(std::ranges::count(active, true));
    // If all of its samples have weight 0, its losses are zero, whatever the divisor.
    return {own > 0 ? own * ranks : 1,
            average == Average::active_ranks ? 1 : ranks / static_cast<double>(active.size())};
}

void require_samples(const data::StepBatches& step, std::size_t number, std::size_t steps,
                     std::int64_t epoch) {
    for (const auto& micro : step.micro_batches) {
        const auto lacking = std::ranges::find_if(micro, &Samples::empty);
        if (lacking != micro.end())
            throw Error(ErrorId::rank_out_of_batches,
                        {fmt::to_string(lacking - micro.begin()), fmt::to_string(epoch + 1),
                         fmt::to_string(number), fmt::to_string(steps)},
                        "parallel.join");
    }
}

} // namespace tunedesk::train
