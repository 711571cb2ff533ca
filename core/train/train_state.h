#pragma once

#include "format/training_state.h"

namespace tunedesk::train {

using TrainState = format::TrainingState;
using Circumstances = format::RunFingerprint;

} // namespace tunedesk::train
