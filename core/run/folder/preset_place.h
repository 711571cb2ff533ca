// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

namespace tunedesk::run {

/// The most likely folder of a run's preset: beside the folder that holds the runs.
fs::path preset_folder_of(const fs::path& run);

/// A name that does not exist yet: STEM.SUFFIX, then STEM-2.SUFFIX and so on.
fs::path unused_name(const fs::path& folder, const std::string& stem, const std::string& suffix);

} // namespace tunedesk::run
