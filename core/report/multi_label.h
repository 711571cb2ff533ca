// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "task/task.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tunedesk::report {

/// Scores of the predictions of one label, independent of the others.
struct LabelScores {
    std::uint64_t true_positives = 0, false_positives = 0, false_negatives = 0, true_negatives = 0;
    double precision = 0, recall = 0, f1 = 0; ///< 0 if undefined
    double average_precision = 0;             ///< 0 if no row has the label
    std::uint64_t support() const { return true_positives + false_negatives; }
};

/// Precision, recall and F1 over labels or rows.
struct AverageScores {
    double precision = 0, recall = 0, f1 = 0;
};

/// Scores of rows with any number of labels each, as scikit-learn computes them for indicator matrices with
/// zero_division=0: precision_recall_fscore_support, accuracy_score, and average_precision_score with
/// average="macro". As in scikit-learn, labels that no row has count in the averages.
struct MultiLabelReport {
    std::vector<std::string> names = {};
    std::vector<LabelScores> labels = {};
    AverageScores micro = {}, macro = {}, weighted = {}, samples = {};
    double subset_accuracy = 0; ///< fraction of rows whose labels are all correct
    double mean_average_precision = 0;
    std::uint64_t rows = 0;
};

/// The probability from which on a label is predicted.
inline constexpr float label_threshold = 0.5f;
/// The ids of the labels that these probabilities predict, ascending.
std::vector<std::int32_t> predicted_labels(std::span<const float> probabilities);

/// Accumulates the comparison of rows.
class MultiLabelJudge {
public:
    explicit MultiLabelJudge(std::vector<std::string> names);
    /// A row's true labels, ids ascending, and the probability of each label. Throws Error 3147 for another
    /// number of probabilities or an unknown id.
    void add(std::span<const std::int32_t> truth, std::span<const float> probabilities);
    std::uint64_t rows() const { return rows_; }
    /// `rows()` must not be 0.
    MultiLabelReport report() const;

private:
    std::vector<std::string> names_;
    std::vector<LabelScores> labels_;
    std::vector<std::vector<double>> scores_; ///< by label: the score of each row
    std::vector<std::vector<bool>> positive_;
    AverageScores samples_; ///< sums over the rows
    std::uint64_t rows_ = 0, right_ = 0;
};

/// The scores by the names of task::Kind::multi_label's metrics, the loss first.
task::Values values_of(const MultiLabelReport& report, double loss);

/// The layout of scikit-learn's classification_report of indicator matrices, with average precision beside
/// F1, four digits; then subset accuracy and mean average precision.
std::string to_text(const MultiLabelReport& report);
/// {"micro_avg", "macro_avg", "weighted_avg", "samples_avg", "subset_accuracy", "mean_average_precision",
/// "rows", "per_label": [{"name", "precision", "recall", "f1-score", "average_precision", "true_positives",
/// ...}]}.
Json to_json(const MultiLabelReport& report);
/// Parses the output of to_json(), possibly of another version: values that are missing or of another type
/// are 0.
MultiLabelReport multi_label_report_of(const Json& json);

} // namespace tunedesk::report
