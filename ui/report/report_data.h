// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/image/source/image_source.h"
#include "report/predictions/test_results.h"
#include "run/folder/saved_corrections.h"
#include "run/registry/known_runs.h"
#include "ui/report/doctor/correction_effect.h"

#include <QString>
#include <memory>
#include <optional>
#include <vector>

namespace tunedesk::ui {

/// All that the report of a run shows, read once on another thread.
struct ReportData : report::TestResults {
    run::KnownRun run;
    std::optional<run::KnownRun> baseline;
    /// That the predictions' lines number, from 1; null of texts, or where they are gone.
    std::shared_ptr<const image::ImageSource> images;
    run::SavedCorrections saved;            ///< labels that were corrected in this or another window
    std::optional<CorrectionEffect> effect; ///< of a run on labels that were corrected
    std::string warning;                    ///< why predictions.csv or the corrections could not be read

    const report::RunReport* figures() const {
        return run.compared.summary.report ? &*run.compared.summary.report : nullptr;
    }
    /// What the run's task is to give a text.
    task::Target target() const {
        return figures() ? task::task_of(figures()->task).target : task::Target::one_class;
    }
};

/// A score as the report's other forms have it, too: of a tie, 0.78125, the even digit, 0.7812.
QString four_digits(double value);

/// Reads RUN, and BASELINE where it is not empty. Throws what report::read_run() throws, and says
/// Error 4196 in `warning` where there are too many classes for a matrix. Any thread.
std::shared_ptr<const ReportData> read_report(const fs::path& run, const fs::path& baseline);

} // namespace tunedesk::ui
