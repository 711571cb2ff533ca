// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "preset/preset.h"

#include <string>

namespace tunedesk::preset {

/// A copy of a preset's text with the values `wanted`, for editing, to be saved in `folder`. Keeps comments
/// and order; changes only differing values, makes paths absolute if they would otherwise change their
/// meaning, and resolves `extends`. For a complete record (a run's preset.yaml), or if this is not possible,
/// to_short_yaml(wanted).
std::string copied_preset(const std::string& text, const Preset& wanted, const fs::path& folder);

} // namespace tunedesk::preset
