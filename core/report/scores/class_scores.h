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
    bool occurs = true; ///< in truth or prediction; else there are no scores, and averages leave it out
};

/// The mean of the scores of the classes that occur, by support or of all alike, equal to NumPy's to the last
/// bit; 0 without any. Its support is that of all.
ClassScores average_scores(std::span<const ClassScores> classes, bool by_support);

/// The text layout of scikit-learn's classification_report, which seqeval has, too: a line a class, "-" for
/// the scores of a class that does not occur. Columns are padded by code points, as Python pads.
class ScoreLines {
public:
    /// `names`: of all lines but averages, whose widest makes the first column; `fraction` is put behind
    /// counts.
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
