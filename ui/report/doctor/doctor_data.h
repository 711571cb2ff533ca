// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/predictions/label_issues.h"
#include "run/folder/saved_corrections.h"
#include "ui/report/report_data.h"

#include <memory>
#include <vector>

namespace tunedesk::ui {

/// A run whose tested rows are looked at.
struct DoctorSource {
    fs::path run;
    std::shared_ptr<const report::PredictionTable> predictions;
    run::SavedCorrections saved; ///< as they were read
};

/// The rows of a run whose labels are likely wrong, most evidence first; of a run of a cross-validation
/// those of all its runs, which have together tested every row.
struct DoctorData {
    std::vector<DoctorSource> sources; ///< the run itself first
    std::vector<report::LabelIssue> issues;
    std::size_t rows = 0;           ///< labelled ones that were looked at
    bool compares_neighbors = true; ///< there are few enough rows for it

    bool is_cross_validated() const { return sources.size() > 1; }
    const DoctorSource& source_of(const report::LabelIssue& issue) const { return sources[issue.table]; }
    const std::vector<std::string>& names() const { return sources.front().predictions->names(); }
};

/// Of rows of single classes. Takes seconds for 50,000 rows. Throws what reading the run's preset throws. Any
/// thread.
std::shared_ptr<const DoctorData> find_suspicious_rows(const std::shared_ptr<const ReportData>& read);

} // namespace tunedesk::ui
