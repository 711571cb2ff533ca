// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/compare.h"
#include "report/document/document.h"
#include "report/metric_series.h"
#include "report/predictions/test_results.h"

namespace tunedesk::report {

/// The inputs of a run's report. Holds references.
struct ReportSources {
    const ComparedRun& run;
    const TestResults& results;
    const Metrics& metrics;
    std::string state;                     ///< final state of a run without a report
    const ComparedRun* baseline = nullptr; ///< a run for comparison; may be null
};

/// The report of a run as a document: the main score beside that of the most frequent class, the worst
/// confusions, scores, confusion matrix, rows of each class, curves of training and test, resources,
/// environment, and the preset. Paths are reduced to their file names, and host names are omitted.
Document report_document(const ReportSources& sources, const Words& words = in_english);

/// Reads metrics.csv of a run folder; empty if it is missing or unreadable.
Metrics metrics_of(const fs::path& run);

} // namespace tunedesk::report
