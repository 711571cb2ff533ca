// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/compare.h"
#include "report/document/document.h"
#include "report/metric_series.h"
#include "report/predictions/test_results.h"

namespace tunedesk::report {

/// What the report of one run is made of. Refers to its parts.
struct ReportSources {
    const ComparedRun& run;
    const TestResults& results;
    const Metrics& metrics;
    std::string state;                     ///< how the run ended, of one that has no report
    const ComparedRun* baseline = nullptr; ///< a run to compare it with
};

/// The report of a run as a document: the main score beside that of the most frequent class, the worst
/// confusions, scores, confusion matrix, rows of each class, curves of the training and of the test, what it
/// took, on what it ran, and the preset. Of paths it has the last name alone, and no host's name.
Document report_document(const ReportSources& sources, const Words& words = in_english);

/// The metrics.csv of a run folder for its report; empty if there is none or it cannot be read.
Metrics metrics_of(const fs::path& run);

} // namespace tunedesk::report
