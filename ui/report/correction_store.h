// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/folder/saved_corrections.h"

#include <map>

namespace tunedesk::ui {

/// Saves the corrections and confirmed labels of the runs that a page shows, each at once. What could not be
/// saved stays here and is saved with the next correction of its run. Window's thread: a correction is one
/// small file.
class CorrectionStore {
public:
    /// Grows with every correction: what was read from disk before is older than what is here.
    std::size_t changes() const { return changes_; }
    /// Loads what was on disk for a run when there were `changes`.
    void load(const fs::path& run, run::SavedCorrections read, const report::PredictionTable& predictions,
              std::size_t changes);
    /// Of a run that was loaded.
    const run::Corrections& corrections(const fs::path& run) { return shown_[run].corrections; }
    /// Rows of it whose label was confirmed.
    const std::set<std::uint32_t>& kept(const fs::path& run) { return shown_[run].kept; }
    /// The class that a row was given, its own where its label was confirmed; std::nullopt if it was not
    /// judged.
    std::optional<std::int32_t> judgment(const fs::path& run, const report::PredictionTable& predictions,
                                         std::uint32_t row) const;
    /// Gives one row a judgment, or takes it back. Throws as run::save_corrections() does.
    void judge(const fs::path& run, const report::PredictionTable& predictions, std::uint32_t row,
               std::optional<std::int32_t> label);
    /// Saves what differs from the run's corrections so far. Throws as run::save_corrections() does.
    void save(const fs::path& run, const report::PredictionTable& predictions, const run::Corrections& now);

private:
    void save_unsaved(const fs::path& run, const report::PredictionTable& predictions);

    std::map<fs::path, run::SavedCorrections> shown_;
    std::map<fs::path, run::CorrectionChanges> unsaved_;
    std::size_t changes_ = 0;
};

} // namespace tunedesk::ui
