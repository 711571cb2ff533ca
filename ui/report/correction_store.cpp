#include "ui/report/correction_store.h"

#include <utility>

namespace tunedesk::ui {

void CorrectionStore::load(const fs::path& run, run::Corrections read, std::size_t changes) {
    const bool is_older = changes != changes_ && shown_.contains(run);
    if (is_older) return;
    if (const auto unsaved = unsaved_.find(run); unsaved != unsaved_.end())
        for (const auto& [row, label] : unsaved->second) {
            if (label)
                read[row] = *label;
            else
                read.erase(row);
        }
    shown_[run] = std::move(read);
}

void CorrectionStore::save(const fs::path& run, const report::PredictionTable& predictions,
                           const run::Corrections& now) {
    run::Corrections& before = shown_[run];
    run::CorrectionChanges& unsaved = unsaved_[run];
    for (const auto& [row, label] : before)
        if (!now.contains(row)) unsaved[row] = std::nullopt;
    for (const auto& [row, label] : now)
        if (const auto found = before.find(row); found == before.end() || found->second != label)
            unsaved[row] = label;
    before = now;
    ++changes_;
    run::save_corrections({run}, predictions, unsaved);
    unsaved_.erase(run);
}

} // namespace tunedesk::ui
