// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"
#include "preset/preset.h"

#include <span>
#include <string>

namespace tunedesk::run {

/// For a run that is resumed by another number of ranks: changes training.gradient_accumulation_steps of
/// `preset` so that a step has as many samples (with a budget of tokens: as large a budget) as in its newest
/// checkpoint, or without one by its preset.yaml, and returns a sentence about it; "" if nothing changes, or
/// the batch was changed on purpose. `on_disk`: the preset as it was given, the run's preset.yaml; `sets`:
/// assignments from the command line that `preset` already has ("a.b=value"). Throws an Error with exit code
/// 2 if no accumulation gives that batch.
std::string keep_global_batch(Preset& preset, const event::RunFolder& folder, const Preset& on_disk,
                              std::span<const std::string> sets);

} // namespace tunedesk::run
