// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/batch/sampler.h"
#include "model/objective.h"
#include "preset/preset.h"

#include <cstdint>

namespace tunedesk::train {

/// What a step's gradient is the mean of. `samples`: of all samples of the step, by their weights, whatever
/// the ranks. The others, for ranks with batches of their own (data.sharding: per_rank), as data parallel
/// training averages: of the ranks' means, each over its own samples of the step. Ranks without samples count
/// in `initial_ranks`, with gradients of zero (divide_by_initial_world_size), and do not in `active_ranks`.
enum class Average { samples, initial_ranks, active_ranks };

/// Of a preset with so many data ranks.
Average average_of(const Preset& preset, std::size_t data_ranks);

/// A rank's part of a step's mean: it divides its losses by `normaliser`, so that those of all ranks add up
/// to the mean of the samples, or of the ranks that have any; gradients are `factor` times those of these.
struct MeanPart {
    double normaliser = 1, factor = 1;
};
MeanPart mean_part(Average average, const data::StepBatches& step, const model::Objective& objective,
                   std::size_t rank);

/// Throws Error 3503 if a rank has no samples in one of the step's micro-batches: parallel.join: raise.
/// `number` of `steps`, from 0, in an epoch from 0.
void require_samples(const data::StepBatches& step, std::size_t number, std::size_t steps,
                     std::int64_t epoch);

} // namespace tunedesk::train
