// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/text_table.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tunedesk::report {

/// A line or points of a plot. `x` and `y` have the same length; a value that is not finite interrupts the
/// line.
struct PlotLine {
    std::string name; ///< in the legend; empty: not listed
    std::vector<double> x, y;
    bool is_stepped = false; ///< each value holds until the next x
    bool has_line = true;
    bool has_dots = false;
};

/// Lines in one pair of axes. Each line has its own color and dash pattern, by index.
struct LinePlot {
    std::string title, x_label, y_label;
    std::vector<PlotLine> lines;
    /// of both axes, for a square plot; std::nullopt: fitted to the lines
    std::optional<std::pair<double, double>> range;
    bool has_diagonal = false;
    std::optional<double> mark; ///< position on the x axis to mark, with the label `mark_name`
    std::string mark_name;
};

/// Counts by true class (row) and predicted class (column).
struct MatrixPlot {
    std::string title, x_label, y_label;
    std::vector<std::string> names;
    std::vector<std::uint64_t> counts; ///< row-major, names.size() squared
};

/// Two counts per class, as bars.
struct BarPlot {
    std::string title;
    std::pair<std::string, std::string> bars; ///< names of the two counts
    std::vector<std::string> names;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> counts;
};

using Plot = std::variant<LinePlot, MatrixPlot, BarPlot>;

// The parts of a document, from top to bottom.
struct Headline {
    std::string text, detail;
};
struct Heading {
    std::string text;
};
struct Paragraph {
    std::string text;
    bool is_note = false; ///< in small gray text
};
struct TablePart {
    TextTable table;
    bool fills_width = false;
};
struct PlotRow {
    std::vector<Plot> plots; ///< side by side if there is enough space
};
using Block = std::variant<Headline, Heading, Paragraph, TablePart, PlotRow>;

/// A report for reading, printing and sending: text, tables and plots, without layout. to_html() and the
/// window's report_pdf() lay it out.
struct Document {
    std::string title, subtitle;
    std::string language = "en"; ///< BCP 47
    std::vector<Block> blocks;
    std::string made_with; ///< "TuneDesk 0.1.0"
};

/// Translates a fixed text of a document: the English text and its translation context.
using Words = std::function<std::string(const char* context, const char* english)>;
inline std::string in_english(const char* /*context*/, const char* english) {
    return english;
}

} // namespace tunedesk::report
