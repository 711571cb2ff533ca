// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/preset.h"

#include <span>

namespace tunedesk::plan {

/// Optimizer steps of a whole run: training.max_steps, or those of training.num_train_epochs, where a
/// fraction of an epoch includes the steps that begin in it. `epoch_steps`: those of the first epochs, as far
/// as known; each other epoch has `mean` steps (their sum is rounded).
double run_steps(const Preset::Training& training, std::span<const double> epoch_steps, double mean);

/// Whether `now` allows a run of `then` to continue: it has more steps or epochs, or is counted in epochs
/// instead of steps. Epochs are not converted to steps here.
bool lengthens(const Preset::Training& then, const Preset::Training& now);

} // namespace tunedesk::plan
