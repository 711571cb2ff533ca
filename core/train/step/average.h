// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/batch/sampler.h"
#include "model/objective.h"
#include "preset/preset.h"

#include <cstdint>

namespace tunedesk::train {

/// How a step's gradient is averaged. `samples`: the weighted mean over all samples of the step, independent
/// of ranks. The others, for data.sharding: per_rank, as in data parallel training: the mean of the ranks'
/// means over their own samples. Ranks without samples count with zero gradients in `initial_ranks`
/// (divide_by_initial_world_size), and do not count in `active_ranks`.
enum class Average { samples, initial_ranks, active_ranks };

/// The average of a preset with `data_ranks` data ranks.
Average average_of(const Preset& preset, std::size_t data_ranks);

/// A rank's part of a step's mean. Losses are divided by `normaliser`, so that the sum over ranks is the mean
/// of the samples, or of the ranks with samples. Gradients are those of these losses times `factor`.
struct MeanPart {
    double normaliser = 1, factor = 1;
};
MeanPart mean_part(Average average, const data::StepBatches& step, const model::Objective& objective,
                   std::size_t rank);

/// For parallel.join: raise. Throws Error 3503 if a rank has no samples in one of the step's micro-batches.
/// `number`: the step's index among the epoch's `steps`, from 0; `epoch` counts from 0.
void require_samples(const data::StepBatches& step, std::size_t number, std::size_t steps,
                     std::int64_t epoch);

} // namespace tunedesk::train
