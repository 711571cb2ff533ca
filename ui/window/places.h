#pragma once

#include "base/file.h"

#include <vector>

namespace tunedesk::ui {

/// Folders beside the program: of the installation (PREFIX/share/tunedesk) or of the source tree it was built
/// in. Plain blocking code: any thread.

/// The presets that come with the program, in the order of their names; empty where they are not there.
std::vector<fs::path> shipped_presets();

/// The folder that packaging/setup.sh puts models in (.deps/models of the source tree), or empty.
fs::path fetched_models();

/// A name that does not exist yet: STEM.SUFFIX, then STEM-2.SUFFIX and so on.
fs::path unused_name(const fs::path& folder, const std::string& stem, const std::string& suffix);

} // namespace tunedesk::ui
