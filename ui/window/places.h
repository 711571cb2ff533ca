#pragma once

#include "base/file.h"

#include <vector>

namespace tunedesk::ui {

/// Folders beside the program: of the installation (PREFIX/share/tunedesk) or of the source tree it was built
/// in. Plain blocking code: any thread.

/// The presets that come with the program, in the order of their names; empty where they are not there.
std::vector<fs::path> shipped_presets();

/// The folder they are in, or empty.
fs::path shipped_folder();

/// The folder that packaging/setup.sh puts models in (.deps/models of the source tree), or empty.
fs::path fetched_models();

/// Where the preset of a run most likely lay: beside the folder that holds the runs.
fs::path preset_folder_of(const fs::path& run);

/// The folder that new runs of a preset are made below: the preset's own; the working directory for those
/// that came with the program.
fs::path working_folder_of(const fs::path& preset);

/// A name that does not exist yet: STEM.SUFFIX, then STEM-2.SUFFIX and so on.
fs::path unused_name(const fs::path& folder, const std::string& stem, const std::string& suffix);

} // namespace tunedesk::ui
