// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/loop/trainer.h"

namespace tunedesk::train {

/// Ends a run after training: saves final/, restores the best weights, tests, and writes the report. Throws
/// Errors 8503 and 8504 (test loss or trained weights are not finite), best_model_lost or
/// best_model_not_saved.
void conclude(const Trainer::Parts& parts, TrainState state, Saver& saver);

} // namespace tunedesk::train
