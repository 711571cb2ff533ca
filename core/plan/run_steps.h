// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/preset.h"

#include <span>

namespace tunedesk::plan {

/// Optimizer steps of a whole run: training.max_steps, or those of training.num_train_epochs, of a part of an
/// epoch the steps that begin in it. `epoch_steps`: of the first epochs, as far as they are known; of the
/// others `mean`, rounded in all.
double run_steps(const Preset::Training& training, std::span<const double> epoch_steps, double mean);

/// Whether `now` lets a run of `then` train on: its steps or epochs are more, or are counted in epochs
/// instead of steps. How many those are is not known here.
bool lengthens(const Preset::Training& then, const Preset::Training& now);

} // namespace tunedesk::plan
