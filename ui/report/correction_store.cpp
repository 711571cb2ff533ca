// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/correction_store.h"

#include <utility>

namespace tunedesk::ui {

namespace {

/// Applies a change to the shown corrections; `own`: the row's label.
void apply(run::SavedCorrections& shown, std::uint32_t row, std::optional<std::int32_t> label,
           std::int32_t own) {
    shown.corrections.erase(row);
    shown.kept.erase(row);
    if (!label) return;
    if (*label == own)
        shown.kept.insert(row);
    else
        shown.corrections[row] = *label;
}

} // namespace

void CorrectionStore::load(const fs::path& run, run::SavedCorrections read,
                           const report::PredictionTable& predictions, std::size_t changes) {
    const bool is_older = changes != changes_ && shown_.contains(run);
    if (is_older) return;
    if (const auto unsaved = unsaved_.find(run); unsaved != unsaved_.end())
        for (const auto& [row, label] : unsaved->second)
            apply(read, row, label, predictions.label(row));
    shown_[run] = std::move(read);
}

std::optional<std::int32_t> CorrectionStore::judgment(const fs::path& run,
                                                      const report::PredictionTable& predictions,
                                                      std::uint32_t row) const {
    const auto shown = shown_.find(run);
    if (shown == shown_.end()) return std::nullopt;
    const auto corrected = shown->second.corrections.find(row);
    if (corrected != shown->second.corrections.end()) return corrected->second;
    if (shown->second.kept.contains(row)) return predictions.label(row);
    return std::nullopt;
}

void CorrectionStore::judge(const fs::path& run, const report::PredictionTable& predictions,
                            std::uint32_t row, std::optional<std::int32_t> label) {
    apply(shown_[run], row, label, predictions.label(row));
    unsaved_[run][row] = label;
    save_unsaved(run, predictions);
}

void CorrectionStore::save(const fs::path& run, const report::PredictionTable& predictions,
                           const run::Corrections& now) {
    run::SavedCorrections& shown = shown_[run];
    run::CorrectionChanges& unsaved = unsaved_[run];
    for (const auto& [row, label] : shown.corrections)
        if (!now.contains(row)) unsaved[row] = std::nullopt;
    for (const auto& [row, label] : now) {
        const auto found = shown.corrections.find(row);
        if (found != shown.corrections.end() && found->second == label) continue;
        unsaved[row] = label;
        shown.kept.erase(row);
    }
    shown.corrections = now;
    save_unsaved(run, predictions);
}

void CorrectionStore::save_unsaved(const fs::path& run, const report::PredictionTable& predictions) {
    ++changes_;
    run::save_corrections({run}, predictions, unsaved_[run]);
    unsaved_.erase(run);
}

} // namespace tunedesk::ui
