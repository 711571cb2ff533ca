// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/classification.h"
#include "report/compare.h"
#include "report/text_table.h"

namespace tunedesk::report {

/// The classification report as a table: one row per class, accuracy, the averages; four digits.
TextTable score_table(const ClassificationReport& report);

/// The same for several labels per row, with their averages.
TextTable label_table(const MultiLabelReport& report);

/// Type, precision, recall, F1 and support of each entity type, then the averages, in the lenient mode.
TextTable entity_table(const EntityReport& report);

/// The scores on a run's test rows, one row per class, label or type, as shown in every report.
struct TestScores {
    const char* title; ///< English, translated in the context ReportDocument
    TextTable table;
    std::size_t averages; ///< number of rows at the table's end that are averages
};

/// std::nullopt if no rows were tested, or if the task has no such scores.
std::optional<TestScores> test_scores(const ComparedRun& run);

/// The resources and results of a run, one figure per row; figures that the run lacks are omitted.
TextTable figure_table(const ComparedRun& run);

/// A run's report in Markdown: title, figures, scores.
std::string report_markdown(const ComparedRun& run);
std::string report_latex(const ComparedRun& run);

struct ExportedModel {
    std::string base;        ///< name of the model that was fine-tuned
    std::string what;        ///< "the best model"
    bool is_adapter = false; ///< only PEFT's files
};

/// README.md of an exported model: a Hugging Face model card (metadata, figures, settings, scores).
std::string model_card(const ComparedRun& run, const ExportedModel& model);

} // namespace tunedesk::report
