// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/library/library.h"

#include <QString>
#include <map>
#include <string>
#include <vector>

namespace tunedesk::ui {

/// The settings that distinguish a run from the others: "learning_rate=2e-5 seed=1", and the same with one
/// per line.
struct RunDifference {
    QString brief, full;
    bool operator==(const RunDifference&) const = default;
};

struct RunDifferences {
    std::vector<std::string> keys; ///< dotted: training keys first, model and data keys last
    std::map<fs::path, RunDifference> runs;
    bool operator==(const RunDifferences&) const = default;
};

/// Differences between runs whose settings were read. Any thread; some milliseconds for thousands of runs.
RunDifferences differences_of(const LibraryEntries& runs);

} // namespace tunedesk::ui
