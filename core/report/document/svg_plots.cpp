// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/document/svg_plots.h"

#include "base/text.h"
#include "report/document/document_colors.h"
#include "report/document/plot_lines.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tunedesk::report {

namespace {

using Anchor = SvgWriter::Anchor;

constexpr double plot_width = 420, plot_letter = 12, title_letter = 13, title_height = 22, legend_line = 18;
constexpr double legend_gap = 14;

// Matrix.

struct MatrixLayout {
    double label = 0, cell = 0, side = 0, column_label = 0;
    bool has_counts = false;
};

MatrixLayout lay_out(const MatrixPlot& plot) {
    MatrixLayout layout;
    const auto classes = static_cast<double>(std::max<std::size_t>(1, plot.names.size()));
    double widest = 0;
    for (const std::string& name : plot.names)
        widest = std::max(widest, text_width(name, plot_letter));
    layout.cell = std::clamp(420 / classes, 12.0, 56.0);
    layout.side = layout.cell * classes;
    layout.label = std::min(widest, 150.0) + 8;
    layout.column_label = layout.label <= layout.cell ? plot_letter + 6 : layout.label;
    std::size_t digits = 1;
    for (const std::uint64_t count : plot.counts)
        digits = std::max(digits, grouped(count).size());
    layout.has_counts =
        static_cast<double>(digits) * plot_letter * 0.57 <= layout.cell - 2 && layout.cell >= 18;
    return layout;
}

PlotSize size_of_matrix(const MatrixPlot& plot) {
    const MatrixLayout layout = lay_out(plot);
    return {plot_letter + 10 + layout.label + layout.side + 2,
            title_height + layout.side + layout.column_label + plot_letter + 12};
}

void draw_cells(SvgWriter& svg, const MatrixPlot& plot, const MatrixLayout& layout, double left, double top) {
    const std::size_t classes = plot.names.size();
    for (std::size_t row = 0; row < classes; ++row) {
        std::uint64_t total = 0;
        for (std::size_t column = 0; column < classes; ++column)
            total += plot.counts[row * classes + column];
        for (std::size_t column = 0; column < classes; ++column) {
            const std::uint64_t count = plot.counts[row * classes + column];
            if (count == 0) continue;
            const double share = static_cast<double>(count) / static_cast<double>(total);
            const double x = left + static_cast<double>(column) * layout.cell,
                         y = top + static_cast<double>(row) * layout.cell;
            svg.area(x, y, layout.cell, layout.cell, "accent", 0.08 + 0.92 * share);
            if (layout.has_counts)
                svg.text(x + layout.cell / 2, y + layout.cell / 2 + plot_letter * 0.36, grouped(count),
                         {Anchor::middle, share > 0.45 ? "strong" : "text", plot_letter});
        }
    }
}

std::string matrix_svg(const MatrixPlot& plot, SvgColors colors) {
    const PlotSize size = size_of_matrix(plot);
    const MatrixLayout layout = lay_out(plot);
    SvgWriter svg(size.width, size.height, plot.title, colors);
    const double left = plot_letter + 10 + layout.label, top = title_height;
    svg.text(left + layout.side / 2, 14, plot.title, {Anchor::middle, "text", title_letter, true});
    draw_cells(svg, plot, layout, left, top);
    svg.frame(left, top, layout.side, layout.side, "axis");
    for (std::size_t i = 0; i < plot.names.size(); ++i) {
        const double middle = (static_cast<double>(i) + 0.5) * layout.cell;
        const std::string name = fitted_text(plot.names[i], plot_letter, layout.label - 6);
        svg.text(left - 5, top + middle + plot_letter * 0.36, name, {Anchor::end, "text", plot_letter});
        const double below = top + layout.side + 5;
        if (layout.column_label < layout.label)
            svg.text(left + middle, below + plot_letter, name, {Anchor::middle, "text", plot_letter});
        else
            svg.text(left + middle + plot_letter * 0.36, below, name,
                     {Anchor::end, "text", plot_letter, false, true});
    }
    svg.text(left + layout.side / 2, size.height - 4, plot.x_label, {Anchor::middle, "muted", plot_letter});
    svg.text(plot_letter, top + layout.side / 2, plot.y_label,
             {Anchor::middle, "muted", plot_letter, false, true});
    return svg.take();
}

// Bars.

constexpr double bar = 8, bar_row = 24;

double label_width(const BarPlot& plot) {
    double widest = 0;
    for (const std::string& name : plot.names)
        widest = std::max(widest, text_width(name, plot_letter));
    return std::min(widest, 150.0) + 8;
}

PlotSize size_of_bars(const BarPlot& plot) {
    return {plot_width, title_height + legend_line + 6 + bar_row * static_cast<double>(plot.names.size())};
}

std::string bars_svg(const BarPlot& plot, SvgColors colors) {
    const PlotSize size = size_of_bars(plot);
    SvgWriter svg(size.width, size.height, plot.title, colors);
    const double left = label_width(plot);
    double most = 1, widest = 0;
    for (const auto& [first, second] : plot.counts)
        for (const std::uint64_t count : {first, second}) {
            most = std::max(most, static_cast<double>(count));
            widest = std::max(widest, text_width(grouped(count), 10));
        }
    const double room = size.width - left - widest - 8;
    svg.text(size.width / 2, 14, plot.title, {Anchor::middle, "text", title_letter, true});
    double x = left;
    for (const auto& [name, series] : {std::pair(plot.bars.first, 0), {plot.bars.second, 1}}) {
        svg.area(x, title_height + 3, 10, 10, series_name(static_cast<std::size_t>(series)));
        svg.text(x + 15, title_height + 12, name, {Anchor::start, "text", plot_letter});
        x += 15 + text_width(name, plot_letter) + legend_gap;
    }
    for (std::size_t i = 0; i < plot.names.size(); ++i) {
        const double top = title_height + legend_line + 6 + bar_row * static_cast<double>(i);
        svg.text(left - 5, top + bar + plot_letter * 0.36, fitted_text(plot.names[i], plot_letter, left - 6),
                 {Anchor::end, "text", plot_letter});
        const std::uint64_t counts[] = {plot.counts[i].first, plot.counts[i].second};
        for (std::size_t k = 0; k < 2; ++k) {
            const double y = top + static_cast<double>(k) * (bar + 1),
                         width = static_cast<double>(counts[k]) / most * room;
            svg.area(left, y, std::max(width, 0.5), bar, series_name(k));
            svg.text(left + width + 4, y + bar - 0.5, grouped(counts[k]), {Anchor::start, "muted", 10});
        }
    }
    return svg.take();
}

} // namespace

std::string to_svg(const Plot& plot, SvgColors colors) {
    if (const auto* matrix = std::get_if<MatrixPlot>(&plot)) return matrix_svg(*matrix, colors);
    if (const auto* bars = std::get_if<BarPlot>(&plot)) return bars_svg(*bars, colors);
    return lines_svg(std::get<LinePlot>(plot), colors);
}

PlotSize size_of(const Plot& plot) {
    if (const auto* matrix = std::get_if<MatrixPlot>(&plot)) return size_of_matrix(*matrix);
    if (const auto* bars = std::get_if<BarPlot>(&plot)) return size_of_bars(*bars);
    return size_of_lines(std::get<LinePlot>(plot));
}

} // namespace tunedesk::report
