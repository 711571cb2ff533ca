// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"
#include "report/compare.h"
#include "report/predictions/paired_change.h"

#include <optional>
#include <string>
#include <vector>

namespace tunedesk::ui {

/// The improvement of a run trained on corrected labels over the run from which the corrections came.
struct CorrectionEffect {
    std::string first;      ///< the other run's name
    std::size_t labels = 0; ///< number of corrected labels
    report::PairedChange change;
    std::vector<std::string> settings; ///< other keys that differ, besides those of the data

    double points() const {
        return 100 * (static_cast<double>(change.after) - static_cast<double>(change.before)) /
               static_cast<double>(change.rows);
    }
};

/// std::nullopt if the run's data are not a corrected copy, the first run is gone, or the two have no tested
/// row in common. Throws what reading the two runs throws.
std::optional<CorrectionEffect> read_correction_effect(const report::ComparedRun& run,
                                                       const report::PredictionTable& predictions);

} // namespace tunedesk::ui
