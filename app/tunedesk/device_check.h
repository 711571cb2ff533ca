// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/devices/auto_devices.h"

#include <optional>

namespace tunedesk::app {

/// Makes the self-check of these GPUs with a line of progress on the terminal. SIGINT and SIGTERM end it and
/// the program. Needs no QCoreApplication. Throws Errors of the disk.
std::vector<run::DeviceVerdict> check_with_progress(const std::vector<Gpu>& gpus, const std::string& driver,
                                                    double seconds, bool quiet);

/// What `parallel.devices: auto` comes to here. A GPU without a verdict is checked first, unless
/// `skip_check`; a check that cannot be made is a note.
run::AutoDevices settle_devices(const Preset& preset, bool skip_check);

} // namespace tunedesk::app
