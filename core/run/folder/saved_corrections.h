// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"
#include "run/folder/corrections.h"

#include <optional>
#include <set>

namespace tunedesk::run {

/// The corrections of a run as they are kept: in state_home()/corrections/IDENTITY.json, beside its notes and
/// never among the run's own files. Each is known by its row's line and text, and by the names of its
/// classes, so that it is found again when the run has tested once more. Any thread, any number of windows.

struct SavedCorrections {
    Corrections corrections;
    std::set<std::uint32_t> kept; ///< rows whose label a reader has confirmed
    std::size_t unmatched = 0; ///< whose row or class the predictions no longer have; they stay in the file
};

/// Nothing where none were saved. Throws Error 2090 if the file is damaged.
SavedCorrections read_corrections(const event::RunFolder& run, const report::PredictionTable& predictions);

/// Row of the predictions -> its class id, the row's own where its label was confirmed, or nothing where that
/// was taken back.
using CorrectionChanges = std::map<std::uint32_t, std::optional<std::int32_t>>;

/// Adds the changes to what is saved: on disk when it returns, and another window's corrections stay. A
/// damaged file is set aside (IDENTITY.json.damaged) first. Throws Error 5001 or 5002 if it cannot be
/// written, 6012 if it cannot be locked; the file is then as it was.
void save_corrections(const event::RunFolder& run, const report::PredictionTable& predictions,
                      const CorrectionChanges& changes);

} // namespace tunedesk::run
