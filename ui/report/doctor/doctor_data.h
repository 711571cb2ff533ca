// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/predictions/label_issues.h"
#include "run/folder/saved_corrections.h"
#include "ui/report/report_data.h"

#include <memory>
#include <vector>

namespace tunedesk::ui {

/// A run whose tested rows are examined.
struct DoctorSource {
    fs::path run;
    std::shared_ptr<const report::PredictionTable> predictions;
    run::SavedCorrections saved; ///< as they were read
};

/// The rows of a run with likely wrong labels, strongest evidence first; for a cross-validation, the rows of
/// all its runs, which together have tested every row.
struct DoctorData {
    std::vector<DoctorSource> sources; ///< the run itself first
    std::vector<report::LabelIssue> issues;
    std::size_t rows = 0;           ///< number of labelled rows examined
    bool compares_neighbors = true; ///< false: there are too many rows to compare neighbors

    bool is_cross_validated() const { return sources.size() > 1; }
    const DoctorSource& source_of(const report::LabelIssue& issue) const { return sources[issue.table]; }
    const std::vector<std::string>& names() const { return sources.front().predictions->names(); }
};

/// Finds the rows of a single-class task. Takes seconds for 50,000 rows. Throws what reading the run's preset
/// throws. Any thread.
std::shared_ptr<const DoctorData> find_suspicious_rows(const std::shared_ptr<const ReportData>& read);

} // namespace tunedesk::ui
