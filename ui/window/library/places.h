// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/folder/preset_place.h"

#include <vector>

namespace tunedesk::ui {

/// The folder of TuneDesk's own pages; empty if they are not installed.
fs::path documentation_folder();

/// Folders beside the program: of the installation (PREFIX/share/tunedesk) or of the source tree it was built
/// in. Plain blocking code: any thread.

/// The presets that come with the program, in the order of their names; empty if they are not there.
std::vector<fs::path> shipped_presets();

/// The folder they are in, or empty.
fs::path shipped_folder();

/// The folder that packaging/setup.sh puts models in (.deps/models of the source tree), or empty.
fs::path fetched_models();

using run::preset_folder_of;
using run::unused_name;

/// The folder that new runs of a preset are made below: the preset's own; the working directory for those
/// that came with the program.
fs::path working_folder_of(const fs::path& preset);

} // namespace tunedesk::ui
