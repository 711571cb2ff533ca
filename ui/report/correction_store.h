// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/folder/saved_corrections.h"

#include <map>

namespace tunedesk::ui {

/// Saves corrections and confirmed labels of the runs on a page immediately. Those that could not be saved
/// are kept in memory and saved with the next correction of their run. Window's thread; a save writes one
/// small file.
class CorrectionStore {
public:
    /// Incremented with every correction, to detect data read from disk before it.
    std::size_t changes() const { return changes_; }
    /// Loads a run's corrections that were read from disk when changes() was `changes`.
    void load(const fs::path& run, run::SavedCorrections read, const report::PredictionTable& predictions,
              std::size_t changes);
    /// The corrections of a loaded run.
    const run::Corrections& corrections(const fs::path& run) { return shown_[run].corrections; }
    /// Rows of a loaded run whose label was confirmed.
    const std::set<std::uint32_t>& kept(const fs::path& run) { return shown_[run].kept; }
    /// The class chosen for a row, or its own class if its label was confirmed; std::nullopt if it was not
    /// judged.
    std::optional<std::int32_t> judgment(const fs::path& run, const report::PredictionTable& predictions,
                                         std::uint32_t row) const;
    /// Sets the judgment of a row; std::nullopt removes it. Throws as run::save_corrections() does.
    void judge(const fs::path& run, const report::PredictionTable& predictions, std::uint32_t row,
               std::optional<std::int32_t> label);
    /// Saves the differences from the run's current corrections. Throws as run::save_corrections() does.
    void save(const fs::path& run, const report::PredictionTable& predictions, const run::Corrections& now);

private:
    void save_unsaved(const fs::path& run, const report::PredictionTable& predictions);

    std::map<fs::path, run::SavedCorrections> shown_;
    std::map<fs::path, run::CorrectionChanges> unsaved_;
    std::size_t changes_ = 0;
};

} // namespace tunedesk::ui
