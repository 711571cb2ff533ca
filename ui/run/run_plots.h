// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <vector>

namespace tunedesk::ui {

/// Writes a run's plots as PDF and PNG into `folder`: loss, accuracy (of numbers correlation and error, of
/// language models perplexity), learning_rate, memory and gpu_memory, as far as the run has logged them,
/// pipeline if it has stages, and confusion if it was tested. Returns the files written. Needs a
/// QApplication, which may be on the "offscreen" platform; blocks. Throws Error 2015 if the run has nothing
/// to plot, 5001 if a file cannot be written.
std::vector<fs::path> write_run_plots(const fs::path& run, const fs::path& folder);

} // namespace tunedesk::ui
