#pragma once

#include "parallel/device.h"
#include "train/loop/trainer.h"
#include "train/session/session.h"

namespace tunedesk::train {

/// After training: final/, the best weights back, the test, the report. Throws Errors 8503 (what was trained
/// is no model), best_model_lost or best_model_not_saved.
void conclude(const SessionOptions& options, const event::RunFolder& folder, TrainState state,
              const Datasets& sets, Learner& learner, const Checkpointer& checkpointer,
              const Execution::Preparation& preparation, Saver& saver, parallel::Group& group,
              const parallel::Device& device, Announcer& announcer);

} // namespace tunedesk::train
