// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/classification.h"
#include "report/compare.h"
#include "report/text_table.h"

namespace tunedesk::report {

/// The classification report as a table for a page: a row a class, accuracy, the averages; four digits.
TextTable score_table(const ClassificationReport& report);

/// The same of labels of which a row may have several, with their averages.
TextTable label_table(const MultiLabelReport& report);

/// Type, precision, recall, F1 and support of each type of entities, then the averages, of the lenient mode.
TextTable entity_table(const EntityReport& report);

/// The scores on a run's test rows, a row a class, label or type, as every report of it has them.
struct TestScores {
    const char* title; ///< English, translated in the context ReportDocument
    TextTable table;
    std::size_t averages; ///< rows at the table's end that are no class
};

/// std::nullopt if no rows were tested, or the task has no such scores.
std::optional<TestScores> test_scores(const ComparedRun& run);

/// What a run took and reached, a figure a row; figures that it has not are left out.
TextTable figure_table(const ComparedRun& run);

/// A run's report for a paper's text: title, figures, scores.
std::string report_markdown(const ComparedRun& run);
std::string report_latex(const ComparedRun& run);

struct ExportedModel {
    std::string base;        ///< name of the model that was fine-tuned
    std::string what;        ///< "the best model"
    bool is_adapter = false; ///< PEFT's files alone
};

/// README.md of an exported model: Hugging Face's model card (metadata, figures, settings, scores).
std::string model_card(const ComparedRun& run, const ExportedModel& model);

} // namespace tunedesk::report
