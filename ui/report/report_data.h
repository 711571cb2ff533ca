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

/// The data of a run's report, read once on another thread.
struct ReportData : report::TestResults {
    run::KnownRun run;
    std::optional<run::KnownRun> baseline;
    /// The images that the predictions' lines refer to, from 1; null for texts, or if they are gone.
    std::shared_ptr<const image::ImageSource> images;
    run::SavedCorrections saved;            ///< corrected labels, from this or another window
    std::optional<CorrectionEffect> effect; ///< set for a run on corrected labels
    std::string warning;                    ///< why predictions.csv or the corrections could not be read

    const report::RunReport* figures() const {
        return run.compared.summary.report ? &*run.compared.summary.report : nullptr;
    }
    /// The kind of answer of the run's task.
    task::Target target() const {
        return figures() ? task::task_of(figures()->task).target : task::Target::one_class;
    }
};

/// A score with four digits, ties rounded to even (0.78125 gives 0.7812), as in the other forms of the
/// report.
QString four_digits(double value);

/// Reads `run`, and `baseline` if it is not empty. Throws what report::read_run() throws; sets `warning` to
/// Error 4196 if there are too many classes for a matrix. Any thread.
std::shared_ptr<const ReportData> read_report(const fs::path& run, const fs::path& baseline);

} // namespace tunedesk::ui
