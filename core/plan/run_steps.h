#pragma once

#include "preset/preset.h"

#include <span>

namespace tunedesk::plan {

/// Optimizer steps of a whole run: training.max_steps, or those of training.num_train_epochs, of a part of an
/// epoch the steps that begin in it. `epoch_steps`: of the first epochs, as far as they are known; of the
/// others `mean`, rounded in all.
double run_steps(const Preset::Training& training, std::span<const double> epoch_steps, double mean);

} // namespace tunedesk::plan
