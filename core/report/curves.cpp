// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/curves.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

namespace tunedesk::report {

namespace {

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

/// Counts of positives and negatives whose score is at least each distinct score, the largest first.
struct Counts {
    std::vector<double> positives, negatives, thresholds;
};

Counts counts_by_threshold(std::span<const double> scores, const std::vector<bool>& positive) {
    std::vector<std::uint32_t> order;
    for (std::size_t i = 0; i < scores.size(); ++i)
        if (std::isfinite(scores[i])) order.push_back(static_cast<std::uint32_t>(i));
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return scores[a] > scores[b]; });
    Counts counts;
    double positives = 0, negatives = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        (positive[order[i]] ? positives : negatives) += 1;
        if (i + 1 < order.size() && scores[order[i]] == scores[order[i + 1]]) continue;
        counts.positives.push_back(positives);
        counts.negatives.push_back(negatives);
        counts.thresholds.push_back(scores[order[i]]);
    }
    return counts;
}

/// Leaves out thresholds between two others on one straight line with equal steps.
Counts corners(const Counts& all) {
    const std::size_t n = all.thresholds.size();
    if (n <= 2) return all;
    const auto bends = [](const std::vector<double>& v, std::size_t i) {
        return v[i + 1] - v[i] != v[i] - v[i - 1];
    };
    Counts kept;
    for (std::size_t i = 0; i < n; ++i) {
        if (i > 0 && i + 1 < n && !bends(all.positives, i) && !bends(all.negatives, i)) continue;
        kept.positives.push_back(all.positives[i]);
        kept.negatives.push_back(all.negatives[i]);
        kept.thresholds.push_back(all.thresholds[i]);
    }
    return kept;
}

struct Bins {
    std::vector<double> scores, positives;
    std::vector<std::size_t> counts;
};

Bins binned(std::span<const double> scores, const std::vector<bool>& positive, int bins) {
    const auto size = static_cast<std::size_t>(std::max(1, bins));
    std::vector<double> edges; // the inner ones, as numpy.linspace has them
    const double step = 1.0 / static_cast<double>(size);
    for (std::size_t i = 1; i < size; ++i)
        edges.push_back(static_cast<double>(i) * step);
    Bins result{std::vector<double>(size), std::vector<double>(size), std::vector<std::size_t>(size)};
    for (std::size_t i = 0; i < scores.size(); ++i) {
        if (!std::isfinite(scores[i])) continue;
        const auto bin =
            static_cast<std::size_t>(std::lower_bound(edges.begin(), edges.end(), scores[i]) - edges.begin());
        result.scores[bin] += scores[i];
        result.positives[bin] += positive[i] ? 1 : 0;
        ++result.counts[bin];
    }
    return result;
}

} // namespace

RocCurve roc_curve(std::span<const double> scores, const std::vector<bool>& positive) {
    const Counts counts = corners(counts_by_threshold(scores, positive));
    RocCurve curve;
    const auto rates = [](const std::vector<double>& of, std::vector<double>& into) {
        const double total = of.empty() ? 0 : of.back();
        into.push_back(total > 0 ? 0 : undefined);
        for (const double count : of)
            into.push_back(total > 0 ? count / total : undefined);
    };
    rates(counts.negatives, curve.false_positive_rate);
    rates(counts.positives, curve.true_positive_rate);
    curve.thresholds.push_back(std::numeric_limits<double>::infinity());
    curve.thresholds.insert(curve.thresholds.end(), counts.thresholds.begin(), counts.thresholds.end());
    for (std::size_t i = 1; i < curve.thresholds.size(); ++i)
        curve.area += (curve.false_positive_rate[i] - curve.false_positive_rate[i - 1]) *
                      (curve.true_positive_rate[i] + curve.true_positive_rate[i - 1]) / 2;
    if (counts.thresholds.empty()) curve.area = undefined;
    return curve;
}

PrecisionRecallCurve precision_recall_curve(std::span<const double> scores,
                                            const std::vector<bool>& positive) {
    const Counts counts = counts_by_threshold(scores, positive);
    PrecisionRecallCurve curve;
    const double total = counts.positives.empty() ? 0 : counts.positives.back();
    for (std::size_t i = counts.thresholds.size(); i-- > 0;) {
        curve.precision.push_back(counts.positives[i] / (counts.positives[i] + counts.negatives[i]));
        curve.recall.push_back(total > 0 ? counts.positives[i] / total : 1.0);
        curve.thresholds.push_back(counts.thresholds[i]);
    }
    curve.precision.push_back(1);
    curve.recall.push_back(0);
    for (std::size_t i = 0; i + 1 < curve.recall.size(); ++i)
        curve.average_precision += (curve.recall[i] - curve.recall[i + 1]) * curve.precision[i];
    if (total == 0) curve.average_precision = undefined;
    return curve;
}

CalibrationCurve calibration_curve(std::span<const double> scores, const std::vector<bool>& positive,
                                   int bins) {
    const Bins all = binned(scores, positive, bins);
    CalibrationCurve curve;
    for (std::size_t bin = 0; bin < all.counts.size(); ++bin) {
        if (all.counts[bin] == 0) continue;
        const auto count = static_cast<double>(all.counts[bin]);
        curve.predicted.push_back(all.scores[bin] / count);
        curve.observed.push_back(all.positives[bin] / count);
        curve.counts.push_back(all.counts[bin]);
    }
    return curve;
}

double expected_calibration_error(std::span<const double> confidence, const std::vector<bool>& right,
                                  int bins) {
    const Bins all = binned(confidence, right, bins);
    const auto total =
        static_cast<double>(std::accumulate(all.counts.begin(), all.counts.end(), std::size_t{0}));
    double error = 0;
    for (std::size_t bin = 0; bin < all.counts.size(); ++bin)
        error += std::abs(all.positives[bin] - all.scores[bin]);
    return total > 0 ? error / total : 0;
}

} // namespace tunedesk::report
