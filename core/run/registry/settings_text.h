// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/registry/user_settings.h"

#include <string_view>

namespace tunedesk::run {

/// Parses a settings file's text; defaults for the rest. `file` is its name for errors. Throws Error
/// 2040 with file, line and key for a mistake in it.
UserSettings parse_user_settings(std::string_view text, const std::string& file);

} // namespace tunedesk::run
