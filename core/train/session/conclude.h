// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/loop/trainer.h"

namespace tunedesk::train {

/// After training: final/, the best weights back, the test, the report. Throws Errors 8503 and 8504 (what
/// was trained is no model), best_model_lost or best_model_not_saved.
void conclude(const Trainer::Parts& parts, TrainState state, Saver& saver);

} // namespace tunedesk::train
