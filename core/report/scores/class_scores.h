// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tunedesk::report {

struct ClassScores {
    double precision = 0, recall = 0, f1 = 0;
    std::uint64_t support = 0;
    bool occurs = true; ///< in truth or prediction; otherwise it has no scores and is not part of averages
};

/// The mean of the scores of the classes that occur, weighted by support or unweighted, equal to NumPy's bit
/// for bit; 0 without any. Its support is the sum.
ClassScores average_scores(std::span<const ClassScores> classes, bool by_support);

/// The text layout of scikit-learn's classification_report, which seqeval shares: one line per class, "-" for
/// the scores of a class that does not occur. Columns are padded by code points, as in Python.
class ScoreLines {
public:
    /// `names`: of all lines except averages; the widest determines the first column's width. `fraction` is
    /// appended to counts.
    ScoreLines(std::span<const std::string> names, int digits, std::string fraction = "");
    void add(std::string_view name, const ClassScores& scores);
    void add_share(std::string_view name, double share, std::uint64_t total);
    void add_blank() { text_ += '\n'; }
    std::string take() { return std::move(text_); }

private:
    std::size_t width_;
    int digits_;
    std::string fraction_, text_;
};

} // namespace tunedesk::report
