// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"
#include "run/folder/corrections.h"

#include <optional>
#include <set>

namespace tunedesk::run {

/// The corrections of a run, stored in state_home()/corrections/IDENTITY.json and never in the run folder.
/// Each is identified by its row's line and text and by class names, so that it survives a new test of the
/// run. Thread rule: any thread; several windows may save.

struct SavedCorrections {
    Corrections corrections;
    std::set<std::uint32_t> kept; ///< rows whose label a reader has confirmed
    std::size_t unmatched = 0;    ///< corrections whose row or class no longer exists; they stay in the file
};

/// Empty if none were saved. Throws Error 2090 if the file is damaged.
SavedCorrections read_corrections(const event::RunFolder& run, const report::PredictionTable& predictions);

/// Row of the predictions -> its new class id, or the row's own if its label was confirmed; std::nullopt if
/// the correction was removed.
using CorrectionChanges = std::map<std::uint32_t, std::optional<std::int32_t>>;

/// Merges the changes into the saved corrections, keeping those of other windows. They are on disk when it
/// returns. A damaged file is set aside (IDENTITY.json.damaged) first. Throws Error 5001 or 5002 if it cannot
/// be written, 6012 if it cannot be locked; the file is then as it was.
void save_corrections(const event::RunFolder& run, const report::PredictionTable& predictions,
                      const CorrectionChanges& changes);

} // namespace tunedesk::run
