// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/folder/preset_place.h"

#include <vector>

namespace tunedesk::ui {

/// The folder of TuneDesk's own pages; empty if they are not installed.
fs::path documentation_folder();

/// Folders of the program: of the installation (PREFIX/share/tunedesk) or of the source tree it was built in.
/// Blocking code: any thread.

/// The presets shipped with the program, by name; empty if they are missing.
std::vector<fs::path> shipped_presets();

/// The folder with them, or empty.
fs::path shipped_folder();

/// The folder into which packaging/setup.sh downloads models (.deps/models of the source tree), or empty.
fs::path fetched_models();

using run::preset_folder_of;
using run::unused_name;

/// The folder below which new runs of a preset are created: the preset's own; the working directory for
/// shipped presets.
fs::path working_folder_of(const fs::path& preset);

} // namespace tunedesk::ui
