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

/// A line of a plot, or its points. `x` and `y` are of one length; a value that is not finite interrupts the
/// line.
struct PlotLine {
    std::string name; ///< in the legend; empty: not there
    std::vector<double> x, y;
    bool is_stepped = false; ///< each value holds until the next place
    bool has_line = true;
    bool has_dots = false;
};

/// Lines over two axes. Each line has a color and a dash pattern of its own, in their order.
struct LinePlot {
    std::string title, x_label, y_label;
    std::vector<PlotLine> lines;
    std::optional<std::pair<double, double>>
        range; ///< of both axes, of a square plot; else as the lines need
    bool has_diagonal = false;
    std::optional<double> mark; ///< a place on the x axis to show, called `mark_name`
    std::string mark_name;
};

/// Counts in a square of classes: the true class's row, the predicted class's column.
struct MatrixPlot {
    std::string title, x_label, y_label;
    std::vector<std::string> names;
    std::vector<std::uint64_t> counts; ///< row by row, names.size() squared
};

/// Two counts a class, as bars.
struct BarPlot {
    std::string title;
    std::pair<std::string, std::string> bars; ///< what the two are called
    std::vector<std::string> names;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> counts;
};

using Plot = std::variant<LinePlot, MatrixPlot, BarPlot>;

// Parts of a document, one below the other.
struct Headline {
    std::string text, detail;
};
struct Heading {
    std::string text;
};
struct Paragraph {
    std::string text;
    bool is_note = false; ///< in small gray letters
};
struct TablePart {
    TextTable table;
    bool fills_width = false;
};
struct PlotRow {
    std::vector<Plot> plots; ///< side by side where there is room
};
using Block = std::variant<Headline, Heading, Paragraph, TablePart, PlotRow>;

/// A report to read, print and send: text, tables and plots, without any layout. to_html() and the window's
/// report_pdf() lay it out.
struct Document {
    std::string title, subtitle;
    std::string language = "en"; ///< BCP 47
    std::vector<Block> blocks;
    std::string made_with; ///< "TuneDesk 0.1.0"
};

/// Gives a fixed text of a document in a language: the English text and its context, as translations have
/// them.
using Words = std::function<std::string(const char* context, const char* english)>;
inline std::string in_english(const char* /*context*/, const char* english) {
    return english;
}

} // namespace tunedesk::report
