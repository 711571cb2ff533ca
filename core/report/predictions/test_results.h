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

/// What a run's predictions.csv says of its test rows.
struct TestResults {
    PredictionTable predictions; ///< empty if the run tested nothing
    std::optional<ConfusionMatrix> confusion;
    std::optional<ClassificationReport> scores;
    double majority_share = 0; ///< of always saying the most frequent class
    std::size_t majority_class = 0;
    double calibration_error = 0;
    std::vector<ClassCurves>
        curves; ///< a class each; of two classes that exclude each other the second alone
    /// Why the file could not be read, or Error 4196 if it has too many classes for a matrix.
    std::optional<Error> problem;

    const std::vector<std::string>& names() const { return predictions.names(); }
    /// The class that curves[i] speaks of.
    std::size_t class_of_curve(std::size_t i) const { return curves.size() == 1 ? names().size() - 1 : i; }
    /// Indices of at most `most` of the curves, those first whose class has the lowest F1; of several labels
    /// a row those of the lowest average precision. Classes without a test row come last.
    std::vector<std::size_t> worst_curves(std::size_t most) const;
};

/// Reads a predictions.csv; what cannot be read becomes `problem`. No file: nothing was tested. Any thread.
TestResults read_test_results(const fs::path& file);

} // namespace tunedesk::report
