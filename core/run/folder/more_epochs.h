// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"
#include "preset/preset.h"

#include <string>

namespace tunedesk::run {

/// For a run that is trained further: changes `preset`, the folder's preset, to `epochs` epochs in total, and
/// replaces training.max_steps by epochs. Returns a sentence for the run's log. Throws Error 2000 if the run
/// has trained so many already, 4412 if its last checkpoint is gone, and what reading that throws.
std::string train_on(Preset& preset, const event::RunFolder& folder, double epochs);

} // namespace tunedesk::run
