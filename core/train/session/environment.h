// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"
#include "parallel/group.h"
#include "preset/preset.h"
#include "train/session/datasets.h"

namespace tunedesk::train {

/// Chooses this rank's device and logs a notice if a GPU exists but is not used. Call before anything else
/// uses CUDA through LibTorch. Throws Errors 56xx.
parallel::Device choose_device(const Preset& preset, const parallel::World& world, Announcer& announcer);

/// Writes environment.json on rank 0, with every rank's device and seed. A collective: every rank calls it.
void write_environment(const event::RunFolder& folder, const Preset& preset, const Datasets& sets,
                       const parallel::Device& device, parallel::Group& group);

} // namespace tunedesk::train
