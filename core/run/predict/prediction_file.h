// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/entities.h"
#include "report/multi_label.h"
#include "report/regression.h"
#include "run/predict/predict.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tunedesk::run {

/// A file's rows with all of its columns.
struct RowFile {
    TextFile rows;
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> cells; ///< by column, then row; empty if the row has none
    std::optional<std::size_t> label;            ///< index in `columns`
    std::vector<std::size_t> flags;              ///< instead of `label`: columns of 1 and 0, one per label
    std::string separator;                       ///< of the labels of a row that has several
};

/// Throws what read_texts() throws. At most the first 256 columns.
RowFile read_rows(const fs::path& file, const TextColumns& columns);

/// Summary of the predictions of a file.
struct FilePredictions {
    std::size_t rows = 0;
    std::size_t labelled = 0, right = 0; ///< rows with a label, and rows predicted correctly
    std::size_t unknown = 0; ///< labelled rows whose label the model does not have; they count as wrong
    std::vector<std::pair<std::string, std::size_t>> classes; ///< predictions of each class, most first

    /// Set for predicted numbers, if the file has the true ones.
    std::optional<report::RegressionScores> numbers;
    /// Set for rows with any number of labels, if the file has the true ones.
    std::optional<report::MultiLabelReport> sets;
    /// Set for tags of words, if the file has the true ones.
    std::optional<report::EntityReport> entities;

    /// right / labelled for one class per row; else std::nullopt.
    std::optional<double> accuracy() const;
};

/// "accuracy 0.9250 of 480 labelled rows, 3 of them with a label that the model does not know", or "Pearson
/// 0.8312, Spearman 0.8290, MSE 0.4321 of 480 labelled rows", or micro F1, macro F1 and subset accuracy, or
/// precision, recall and F1 of entities; empty without labels.
std::string score_text(const FilePredictions& predictions);

/// Writes a CSV with the file's own columns in their order, then prediction (predictions, where a row may
/// have several labels), prob_<class>... (none of a number) and line (from 1); a name that the file has
/// already gets "predicted_" before it. Labels are compared with the model's names, or with their numbers
/// where all are numbers of classes and none is a name. Written atomically; where `wanted` returns false,
/// nothing is written and `rows` is 0.
FilePredictions predict_rows(
    PredictionServer& server, const RowFile& from, const fs::path& to,
    const std::function<bool()>& wanted = [] { return true; });

} // namespace tunedesk::run
