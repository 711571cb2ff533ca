#pragma once

#include "data/sampler.h"
#include "format/training_state.h"

#include <vector>

namespace tunedesk::train {

using TrainState = format::TrainingState;
using Circumstances = format::RunFingerprint;

/// What has been dealt of the epoch under way by other specs.
std::vector<data::EpochPart> parts_before(const TrainState& state);

/// Takes note that what the epoch has dealt was dealt by `then`, and that `now` deals the rest. Nothing where
/// both deal the same steps.
void change_dealing(TrainState& state, const data::SamplerSpec& then, const data::SamplerSpec& now);

} // namespace tunedesk::train
