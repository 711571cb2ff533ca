// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"
#include "run/registry/user_settings.h"

#include <string>
#include <vector>

namespace tunedesk::run {

/// Reports a run's end by the user's notify_command and notify_url, each in a separate process that is not
/// waited for and writes to RUN/logs/notify.log. Returns the settings whose process could not be started.
std::vector<std::string> notify(const UserSettings& settings, const event::RunFolder& folder,
                                const std::string& name, const event::ExitRecord& record);

} // namespace tunedesk::run
