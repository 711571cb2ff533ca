// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/scores/class_scores.h"

#include "base/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace tunedesk::report {

namespace {

/// Sum in the order of NumPy's add.reduce: eight running sums for blocks of up to 128 values, larger spans
/// halved. Another order would differ in the last bit, and then in a printed digit that sits on a tie.
double numpy_sum(std::span<const double> values) {
    const std::size_t n = values.size();
    if (n > 128) {
        std::size_t half = n / 2;
        half -= half % 8;
        return numpy_sum(values.first(half)) + numpy_sum(values.subspan(half));
    }
    double sum = 0;
    std::size_t i = 0;
    if (n >= 8) {
        double lanes[8];
        std::copy_n(values.begin(), 8, lanes);
        for (i = 8; i < n - n % 8; ++i)
            lanes[i % 8] += values[i];
        sum =
            ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) + ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
    }
    for (; i < n; ++i)
        sum += values[i];
    return sum;
}

double mean(std::span<const ClassScores> classes, double ClassScores::*score, bool by_support) {
    std::vector<double> values;
    std::uint64_t support = 0;
    for (const ClassScores& scores : classes)
        support += scores.support;
    by_support = by_support && support > 0;
    for (const ClassScores& scores : classes)
        if (scores.occurs)
            values.push_back(scores.*score * (by_support ? static_cast<double>(scores.support) : 1.0));
    if (values.empty()) return 0;
    return numpy_sum(values) /
           (by_support ? static_cast<double>(support) : static_cast<double>(values.size()));
}

/// Right-aligned in `width` code points; a library's padding would count terminal columns or bytes instead.
std::string right_aligned(std::string_view text, std::size_t width) {
    const std::size_t points = code_points(text);
    return std::string(width > points ? width - points : 0, ' ').append(text);
}

} // namespace

ClassScores average_scores(std::span<const ClassScores> classes, bool by_support) {
    ClassScores result;
    for (const auto score : {&ClassScores::precision, &ClassScores::recall, &ClassScores::f1})
        result.*score = mean(classes, score, by_support);
    for (const ClassScores& scores : classes)
        result.support += scores.support;
    return result;
}

ScoreLines::ScoreLines(std::span<const std::string> names, int digits, std::string fraction)
    : width_(std::max<std::size_t>(std::string_view("weighted avg").size(),
                                   static_cast<std::size_t>(std::max(digits, 0)))),
      digits_(digits), fraction_(std::move(fraction)) {
    for (const std::string& name : names)
        width_ = std::max(width_, code_points(name));
    text_ = fmt::format("{}  {:>9} {:>9} {:>9} {:>9}\n\n", right_aligned("", width_), "precision", "recall",
                        "f1-score", "support");
}

void ScoreLines::add(std::string_view name, const ClassScores& scores) {
    const std::string first = right_aligned(harmless(std::string(name)), width_);
    const std::string count = fmt::format("{}{}", scores.support, fraction_);
    text_ += scores.occurs ? fmt::format("{}  {:>9.{}f} {:>9.{}f} {:>9.{}f} {:>9}\n", first, scores.precision,
                                         digits_, scores.recall, digits_, scores.f1, digits_, count)
                           : fmt::format("{}  {:>9} {:>9} {:>9} {:>9}\n", first, "-", "-", "-", count);
}

void ScoreLines::add_share(std::string_view name, double share, std::uint64_t total) {
    text_ += fmt::format("{}  {:>9} {:>9} {:>9.{}f} {:>9}\n", right_aligned(name, width_), "", "", share,
                         digits_, fmt::format("{}{}", total, fraction_));
}

} // namespace tunedesk::report
