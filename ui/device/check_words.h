// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/devices/self_check.h"

#include <QString>
#include <string>

namespace tunedesk::ui {

// Texts for core/run/devices in the window's language, in addition to its phrases. Call them on the window's
// thread.

/// The technique that is disabled after a failed comparison: "static_graph", "offload optimizer", ...
QString technique_text(const std::string& technique);

/// The current step of a check: "GPU 0: training fp32".
QString step_text(const run::CheckStep& step);

} // namespace tunedesk::ui
