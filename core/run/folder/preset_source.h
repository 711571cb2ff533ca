// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"
#include "preset/preset.h"

#include <string>

namespace tunedesk::run {

/// Records in state_home()/presets the file that a run's preset came from. Errors of writing are ignored.
void note_preset_file(const event::RunFolder& run, const fs::path& file);

/// The text of a preset with the values `wanted`, to be saved in `folder`. Keeps the comments of the run's
/// original preset file if it still exists and differs in at most a dozen keys from `wanted`; else lists the
/// values that differ from the defaults (preset::copied_preset()).
std::string text_of_copy(const event::RunFolder& run, const Preset& wanted, const fs::path& folder);

} // namespace tunedesk::run
