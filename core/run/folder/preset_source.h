// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"
#include "preset/preset.h"

#include <string>

namespace tunedesk::run {

/// Notes in state_home()/presets which file a run's preset came from. A note that cannot be written stops
/// nothing.
void note_preset_file(const event::RunFolder& run, const fs::path& file);

/// The text of a preset that gives `wanted`, a run's values or some like them, to be saved in `folder`: with
/// the comments of the file that the run came from, where that is still there and still nearly the run's
/// preset; else the values that differ from the defaults (preset::copied_preset()).
std::string text_of_copy(const event::RunFolder& run, const Preset& wanted, const fs::path& folder);

} // namespace tunedesk::run
