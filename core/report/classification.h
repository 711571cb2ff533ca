#pragma once

#include "base/files/file.h"
#include "base/json.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tunedesk::report {

/// Counts of true class (row) against predicted class (column).
class ConfusionMatrix {
public:
    explicit ConfusionMatrix(std::size_t classes) : classes_(classes), counts_(classes * classes) {}
    /// Throws Error 3190 for an id outside [0, classes).
    void add(std::int32_t truth, std::int32_t prediction, std::uint64_t count = 1);
    std::uint64_t at(std::size_t truth, std::size_t prediction) const {
        return counts_[truth * classes_ + prediction];
    }
    std::size_t classes() const { return classes_; }
    /// All counts row by row, for sums over ranks.
    std::span<const std::uint64_t> counts() const { return counts_; }
    std::uint64_t total() const;
    /// Share of the rows on the diagonal; 0 without rows.
    double accuracy() const;
    /// Unweighted mean of the F1 of the classes that occur in truth or prediction; 0 without any.
    double macro_f1() const;

private:
    std::size_t classes_;
    std::vector<std::uint64_t> counts_;
};

struct ClassScores {
    double precision = 0, recall = 0, f1 = 0;
    std::uint64_t support = 0;
    bool occurs = true; ///< in truth or prediction; else there are no scores, and averages leave it out
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

/// `names` has one entry a class; throws Error 3190 where it has not.
ClassificationReport classification_report(const ConfusionMatrix& matrix, std::span<const std::string> names);

/// scikit-learn's text layout with `digits` digits, equal to the character, with "-" for the scores of a
/// class that does not occur. Columns are padded by code points, as Python pads.
std::string to_text(const ClassificationReport& report, int digits = 4);
/// {"accuracy", "macro_avg", "weighted_avg", "per_class": {NAME: {"precision", "recall", "f1-score",
/// "support"}}}; the scores of a class that does not occur are null.
Json to_json(const ClassificationReport& report);
/// Header `true\predicted,NAME,...`, then a row a class.
std::string to_csv(const ConfusionMatrix& matrix, std::span<const std::string> names);

} // namespace tunedesk::report
