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

/// A square of more classes is neither drawn nor written: it would be of millions of cells, nearly all 0.
inline constexpr std::size_t most_square_classes = 2000;

/// Counts of true class (row) against predicted class (column). Only cells that are not 0 are kept: the
/// memory is that of the classes and of the rows that were counted, not of the classes' square.
class ConfusionMatrix {
public:
    using Cells = std::map<std::pair<std::size_t, std::size_t>, std::uint64_t>;

    explicit ConfusionMatrix(std::size_t classes) : sums_(classes) {}
    /// Throws Error 3199 for an id outside [0, classes).
    void add(std::int32_t truth, std::int32_t prediction, std::uint64_t count = 1);
    std::uint64_t at(std::size_t truth, std::size_t prediction) const;
    std::size_t classes() const { return sums_.size(); }
    /// The counts that are not 0 by (true class, predicted class).
    const Cells& cells() const { return cells_; }
    /// Of a class: the rows that it is the truth of, that it was predicted for, and both.
    struct Sums {
        std::uint64_t support = 0, predicted = 0, hits = 0;
    };
    const Sums& sums(std::size_t label) const { return sums_[label]; }
    std::uint64_t total() const { return total_; }
    /// Share of the rows on the diagonal; 0 without rows.
    double accuracy() const;
    /// Unweighted mean of the F1 of the classes that occur in truth or prediction; 0 without any.
    double macro_f1() const;

private:
    Cells cells_;
    std::vector<Sums> sums_; ///< by class
    std::uint64_t total_ = 0;
};

/// Precision, recall, F1 and support as scikit-learn's classification_report computes them (labels=None,
/// zero_division=0), equal to the last bit: sums are taken in NumPy's order. Classes that occur neither in
/// truth nor in prediction, which it leaves out, are listed without scores.
struct ClassificationReport {
    std::vector<std::string> names;
    std::vector<ClassScores> classes;
    ClassScores macro, weighted;
    double accuracy = 0;
    std::uint64_t total = 0;
};

/// `names` has one entry a class; throws Error 3190 if it has not.
ClassificationReport classification_report(const ConfusionMatrix& matrix, std::span<const std::string> names);

/// scikit-learn's text layout with `digits` digits, equal to the character, with "-" for the scores of a
/// class that does not occur. Columns are padded by code points, as Python pads.
std::string to_text(const ClassificationReport& report, int digits = 4);
/// {"accuracy", "macro_avg", "weighted_avg", "per_class": {NAME: {"precision", "recall", "f1-score",
/// "support"}}}; the scores of a class that does not occur are null.
Json to_json(const ClassificationReport& report);
/// Header `true\predicted,NAME,...`, then a row a class. Of more than most_square_classes: header
/// `true,predicted,count`, then a line for each cell that is not 0, in the order of the classes.
std::string to_csv(const ConfusionMatrix& matrix, std::span<const std::string> names);

} // namespace tunedesk::report
