// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"
#include "report/compare.h"
#include "report/predictions/paired_change.h"

#include <optional>
#include <string>
#include <vector>

namespace tunedesk::ui {

/// What a run that was trained on corrected labels has gained on the run whose labels they were.
struct CorrectionEffect {
    std::string first;      ///< the other run's name
    std::size_t labels = 0; ///< how many were corrected
    report::PairedChange change;
    std::vector<std::string> settings; ///< keys that differ, too, beside those of the data

    double points() const {
        return 100 * (static_cast<double>(change.after) - static_cast<double>(change.before)) /
               static_cast<double>(change.rows);
    }
};

/// std::nullopt if the run's data are no copy with corrections, the first run is gone, or they have tested no
/// row in common. Throws what reading the two runs throws.
std::optional<CorrectionEffect> read_correction_effect(const report::ComparedRun& run,
                                                       const report::PredictionTable& predictions);

} // namespace tunedesk::ui
