// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/batch/sampler.h"
#include "format/training_state.h"
#include "preset/preset.h"

#include <string>
#include <utility>
#include <vector>

namespace tunedesk::train {

using TrainState = format::TrainingState;

/// The parts of the current epoch that were dealt by other sampler specs.
std::vector<data::EpochPart> parts_before(const TrainState& state);

/// Records that the epoch so far was dealt by `then` and that `now` deals the rest. Future steps marked to be
/// skipped are cleared, because their batches change. Does nothing if both deal the same steps. Throws Error
/// 4483 after most_dealt_parts changes within one epoch.
void change_dealing(TrainState& state, const data::SamplerSpec& then, const data::SamplerSpec& now);

/// Optimizer steps of a whole run. Throws Error 3502 if an epoch has none.
std::int64_t total_steps(const Preset& preset, const data::Sampler& sampler);

/// Throws Error 4482 if a restored state has a position that this run, unchanged, cannot reach: after its
/// last epoch, or after an epoch's `rows` samples. `where`: the checkpoint, for the message.
void require_position(const TrainState& state, const Preset& preset, std::size_t rows,
                      const std::string& where);

/// Adapts a restored state's position in its epoch: after an allowed change of batch size or ranks, the epoch
/// continues with the samples that were not dealt yet. Without a change the state is kept. Returns the number
/// of the epoch's steps before this position, counted by `sampler`.
std::int64_t find_place(TrainState& state, const data::Sampler& sampler);

/// Steps of the whole run, including those before a restored state. Calls find_place() for a run in progress.
std::int64_t find_total(TrainState& state, const Preset& preset, const data::Sampler& sampler);

/// Epochs that are behind a state, of a training set of so many rows.
double epochs_of(const TrainState& state, std::size_t rows);

/// The last epoch that a run may begin. By max_steps it has as many epochs as it needs.
std::int64_t last_epoch(const Preset& preset);

} // namespace tunedesk::train
