// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <optional>
#include <string>
#include <vector>

namespace tunedesk::app {

/// How drawing went.
struct Plotted {
    int code = 0;           ///< the exit code of tunedesk-gui
    std::string out, error; ///< what it printed
};

// Drawing is done by tunedesk-gui without a screen. Nothing comes back where it is not installed. Each waits
// for at most `seconds`, then ends it (code -1).

/// Draws a run's plots into `folder` (empty: RUN/plots).
std::optional<Plotted> draw_plots(const fs::path& run, const fs::path& folder, double seconds);

/// Draws bar charts of runs into `folder`: time, accuracy and memory, with published figures.
std::optional<Plotted> draw_comparison(const std::vector<fs::path>& runs, const fs::path& folder,
                                       double seconds);

} // namespace tunedesk::app
