// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "base/json.h"
#include "report/scores/class_scores.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tunedesk::report {

/// The most classes of a confusion matrix that is drawn or written; larger ones have millions of cells,
/// nearly all 0.
inline constexpr std::size_t most_square_classes = 2000;

/// Counts by true class (row) and predicted class (column). Only non-zero cells are stored: memory grows with
/// the classes and the counted rows, not with the square of the classes.
class ConfusionMatrix {
public:
    using Cells = std::map<std::pair<std::size_t, std::size_t>, std::uint64_t>;

    explicit ConfusionMatrix(std::size_t classes) : sums_(classes) {}
    /// Throws Error 3199 for an id outside [0, classes).
    void add(std::int32_t truth, std::int32_t prediction, std::uint64_t count = 1);
    std::uint64_t at(std::size_t truth, std::size_t prediction) const;
    std::size_t classes() const { return sums_.size(); }
    /// The non-zero counts by (true class, predicted class).
    const Cells& cells() const { return cells_; }
    /// Rows of one class: true, predicted, and both.
    struct Sums {
        std::uint64_t support = 0, predicted = 0, hits = 0;
    };
    const Sums& sums(std::size_t label) const { return sums_[label]; }
    std::uint64_t total() const { return total_; }
    /// Fraction of the rows on the diagonal; 0 without rows.
    double accuracy() const;
    /// Unweighted mean of the F1 scores of the classes that occur in truth or prediction; 0 if none does.
    double macro_f1() const;

private:
    Cells cells_;
    std::vector<Sums> sums_; ///< by class
    std::uint64_t total_ = 0;
};

/// Precision, recall, F1 and support as computed by scikit-learn's classification_report (labels=None,
/// zero_division=0), bit for bit: sums are in NumPy's order. Classes that occur neither in truth nor in
/// prediction, which scikit-learn omits, are listed without scores.
struct ClassificationReport {
    std::vector<std::string> names;
    std::vector<ClassScores> classes;
    ClassScores macro, weighted;
    double accuracy = 0;
    std::uint64_t total = 0;
};

/// `names` has one entry per class; throws Error 3190 otherwise.
ClassificationReport classification_report(const ConfusionMatrix& matrix, std::span<const std::string> names);

/// scikit-learn's text layout with `digits` digits, identical in every character, with "-" for the scores of
/// a class that does not occur. Columns are padded by code points, as in Python.
std::string to_text(const ClassificationReport& report, int digits = 4);
/// {"accuracy", "macro_avg", "weighted_avg", "per_class": {NAME: {"precision", "recall", "f1-score",
/// "support"}}}; the scores of a class that does not occur are null.
Json to_json(const ClassificationReport& report);
/// Header `true\predicted,NAME,...`, then a row per class. With more than most_square_classes: header
/// `true,predicted,count`, then a line per non-zero cell, in the order of the classes.
std::string to_csv(const ConfusionMatrix& matrix, std::span<const std::string> names);

} // namespace tunedesk::report
