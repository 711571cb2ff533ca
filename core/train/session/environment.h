// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"
#include "parallel/group.h"
#include "preset/preset.h"
#include "train/session/datasets.h"

namespace tunedesk::train {

/// Picks this rank's device and says what a user should know of it: that a GPU is there but not used. Comes
/// before anything that asks LibTorch for CUDA. Throws Errors 56xx.
parallel::Device choose_device(const Preset& preset, const parallel::World& world, Announcer& announcer);

/// Writes environment.json: on rank 0, with every rank's device and what seeds its random numbers. Every rank
/// calls it.
void write_environment(const event::RunFolder& folder, const Preset& preset, const Datasets& sets,
                       const parallel::Device& device, parallel::Group& group);

} // namespace tunedesk::train
