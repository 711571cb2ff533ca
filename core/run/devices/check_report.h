#pragma once

#include "run/devices/device_verdict.h"

#include <string>
#include <vector>

namespace tunedesk::run {

/// Text in which every absolute path is its last part behind "…/", and this host's and this user's names are
/// gone.
std::string without_private_data(std::string text);

/// A self-check as one file for an issue: the verdicts, the program's version and commit, the kernel and the
/// driver. Without UUIDs, names of the host or the user, and folders.
Json check_report(const std::vector<DeviceVerdict>& verdicts);

} // namespace tunedesk::run
