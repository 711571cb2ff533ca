// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/devices/self_check.h"

#include <QString>
#include <string>

namespace tunedesk::ui {

// The names of core/run/devices in the window's language, beside its phrases. Call them on the window's
// thread.

/// What is left out of training where a comparison failed: "static_graph", "offload optimizer", ...
QString technique_text(const std::string& technique);

/// What a check is at: "GPU 0: training fp32".
QString step_text(const run::CheckStep& step);

} // namespace tunedesk::ui
