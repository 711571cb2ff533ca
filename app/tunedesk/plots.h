#pragma once

#include "base/file.h"

#include <optional>
#include <string>

namespace tunedesk::app {

/// How drawing a run's plots went.
struct Plotted {
    int code = 0;           ///< the exit code of tunedesk-gui
    std::string out, error; ///< what it printed
};

/// Draws a run's plots into `folder` (empty: RUN/plots) through `tunedesk-gui --plot`, without a screen.
/// Nothing where tunedesk-gui is not installed. Waits for at most `seconds`, then ends it (code -1).
std::optional<Plotted> draw_plots(const fs::path& run, const fs::path& folder, double seconds);

} // namespace tunedesk::app
