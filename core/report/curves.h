// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

namespace tunedesk::report {

/// Points of a curve and the area under it. An undefined figure (a class without rows) is NaN.
struct RocCurve {
    std::vector<double> false_positive_rate, true_positive_rate; ///< from (0, 0) to (1, 1)
    std::vector<double> thresholds;                              ///< the first is infinite
    double area = 0;
};
struct PrecisionRecallCurve {
    std::vector<double> precision, recall; ///< by ascending threshold, ending in (1, 0)
    std::vector<double> thresholds;        ///< one fewer than points
    double average_precision = 0;
};
struct CalibrationCurve {
    std::vector<double> predicted,
        observed;                    ///< of each non-empty bin: mean probability, fraction of positive rows
    std::vector<std::size_t> counts; ///< rows of each of these bins
};

/// Scores are finite probabilities of one class; `positive` is true for the rows with its label. One-vs-rest
/// for more than two classes. Rows with a score that is not finite are ignored.

/// Receiver operating characteristic as scikit-learn's roc_curve (points on a straight line dropped) and auc.
RocCurve roc_curve(std::span<const double> scores, const std::vector<bool>& positive);

/// As scikit-learn's precision_recall_curve and average_precision_score: the sum of precision times the
/// increase in recall, without interpolation.
PrecisionRecallCurve precision_recall_curve(std::span<const double> scores,
                                            const std::vector<bool>& positive);

/// As scikit-learn's calibration_curve with strategy="uniform": `bins` of equal width over [0, 1]; a score on
/// an edge belongs to the lower bin. Empty bins are omitted.
CalibrationCurve calibration_curve(std::span<const double> scores, const std::vector<bool>& positive,
                                   int bins = 10);

/// Expected calibration error (Guo et al., "On Calibration of Modern Neural Networks", ICML 2017): rows are
/// divided into `bins` equal bins by `confidence`, the probability of the predicted class; the error is the
/// mean over all rows of |fraction of correct predictions - mean confidence| of their bin. 0 without rows.
double expected_calibration_error(std::span<const double> confidence, const std::vector<bool>& right,
                                  int bins = 10);

} // namespace tunedesk::report
