// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "report/classification.h"
#include "report/curves.h"
#include "report/predictions/prediction_table.h"

#include <optional>
#include <string>
#include <vector>

namespace tunedesk::report {

/// The curves of one class against the rest.
struct ClassCurves {
    RocCurve roc;
    PrecisionRecallCurve precision_recall;
    CalibrationCurve calibration;
};

/// The results of a run on its test rows, from predictions.csv.
struct TestResults {
    PredictionTable predictions; ///< empty if nothing was tested
    std::optional<ConfusionMatrix> confusion;
    std::optional<ClassificationReport> scores;
    double majority_share = 0; ///< of rows of the most frequent class: the score of always predicting it
    std::size_t majority_class = 0;
    double calibration_error = 0;
    std::vector<ClassCurves> curves; ///< one per class; only the second of two mutually exclusive classes
    /// Why the file could not be read, or Error 4196 if it has too many classes for a matrix.
    std::optional<Error> problem;

    const std::vector<std::string>& names() const { return predictions.names(); }
    /// The class of curves[i].
    std::size_t class_of_curve(std::size_t i) const { return curves.size() == 1 ? names().size() - 1 : i; }
    /// Indices of at most `most` curves, those of the classes with the lowest F1 first, or with several
    /// labels per row those with the lowest average precision. Classes without a test row are last.
    std::vector<std::size_t> worst_curves(std::size_t most) const;
};

/// Reads a predictions.csv; an error is stored in `problem`. Without a file nothing was tested. Any thread.
TestResults read_test_results(const fs::path& file);

} // namespace tunedesk::report
