#pragma once

#include "model/objective.h"
#include "preset/preset.h"
#include "train/session/datasets.h"

#include <memory>

namespace tunedesk::train {

/// What the preset's task trains towards, on the training rows of `sets`, which must outlive it. Throws an
/// Error where training.class_weights does not fit the classes.
std::unique_ptr<model::Objective> make_objective(const Preset& preset, const Datasets& sets,
                                                 const model::Placement& placement);

} // namespace tunedesk::train
