// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/document/plot_lines.h"

#include "base/text.h"
#include "report/document/document_colors.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tunedesk::report {

namespace {

constexpr double lines_width = 420, lines_height = 210, small_letter = 12, title_room = 22, legend_row = 17;
constexpr double legend_sample = 22, between_names = 14, right_margin = 12, below_axis = 42;
constexpr const char* mark_dashes = "3 3";
constexpr std::size_t most_points = 1200, most_dots = 2000;

/// A name of the legend with its place below the title.
struct LegendItem {
    std::size_t series = 0; ///< as many as there are lines: the mark
    std::string name;
    double x = 0;
    int row = 0;
};

std::vector<LegendItem> legend_of(const LinePlot& plot) {
    std::vector<LegendItem> items;
    double x = 0;
    int row = 0;
    for (std::size_t i = 0; i <= plot.lines.size(); ++i) {
        const std::string& full = i < plot.lines.size() ? plot.lines[i].name : plot.mark_name;
        if (full.empty()) continue;
        const std::string name =
            fitted_text(full, small_letter, lines_width - legend_sample - 2 * between_names);
        const double width = legend_sample + 4 + text_width(name, small_letter) + between_names;
        if (x > 0 && x + width > lines_width - 2 * between_names) {
            x = 0;
            ++row;
        }
        items.push_back({i, name, x, row});
        x += width;
    }
    return items;
}

double legend_height(const std::vector<LegendItem>& items) {
    return items.empty() ? 0 : legend_row * (items.back().row + 1) + 7;
}

struct Range {
    double least = INFINITY, most = -INFINITY;

    void take(double value) {
        least = std::min(least, value);
        most = std::max(most, value);
    }
    void widen() {
        if (least > most) *this = {0, 1};
        if (least == most) {
            const double by = least == 0 ? 1 : std::abs(least) / 10;
            *this = {least - by, most + by};
        }
    }
};

struct Axes {
    Range x, y;
    double left = 0, top = 0, width = 0, height = 0;

    double at_x(double value) const { return left + (value - x.least) / (x.most - x.least) * width; }
    double at_y(double value) const { return top + height - (value - y.least) / (y.most - y.least) * height; }
};

Axes axes_of(const LinePlot& plot) {
    Axes axes;
    if (plot.range) {
        axes.x = axes.y = {plot.range->first, plot.range->second};
    } else {
        for (const PlotLine& line : plot.lines)
            for (std::size_t i = 0; i < line.x.size(); ++i) {
                if (!std::isfinite(line.x[i]) || !std::isfinite(line.y[i])) continue;
                axes.x.take(line.x[i]);
                axes.y.take(line.y[i]);
            }
    }
    axes.x.widen();
    axes.y.widen();
    if (!plot.range) { // a line does not lie on the frame
        const double margin = (axes.y.most - axes.y.least) * 0.05;
        axes.y = {axes.y.least - margin, axes.y.most + margin};
    }
    double widest = 0;
    for (const double tick : round_ticks(axes.y.least, axes.y.most, 5))
        widest = std::max(widest, text_width(tick_label(tick), small_letter));
    axes.left = small_letter + 14 + widest;
    axes.top = title_room + legend_height(legend_of(plot));
    axes.width = lines_width - axes.left - right_margin;
    axes.height = plot.range ? axes.width : lines_height;
    return axes;
}

/// Indices of the smallest and the largest value in each piece of a long line.
std::vector<std::size_t> kept_places(const PlotLine& line) {
    std::vector<std::size_t> kept;
    const std::size_t all = line.x.size(), most = line.has_line ? most_points : most_dots;
    if (all <= most || line.is_stepped || !line.has_line) {
        const std::size_t step = line.is_stepped ? 1 : std::max<std::size_t>(1, (all + most - 1) / most);
        for (std::size_t i = 0; i < all; i += step)
            kept.push_back(i);
        if (all > 0 && kept.back() != all - 1) kept.push_back(all - 1);
        return kept;
    }
    const std::size_t pieces = most_points / 2;
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        const std::size_t begin = piece * all / pieces, end = (piece + 1) * all / pieces;
        const auto [least, most_at] = std::minmax_element(line.y.begin() + static_cast<std::ptrdiff_t>(begin),
                                                          line.y.begin() + static_cast<std::ptrdiff_t>(end));
        const auto a = static_cast<std::size_t>(least - line.y.begin()),
                   b = static_cast<std::size_t>(most_at - line.y.begin());
        kept.push_back(std::min(a, b));
        if (a != b) kept.push_back(std::max(a, b));
    }
    return kept;
}

void draw_line(SvgWriter& svg, const PlotLine& line, std::size_t series, const Axes& axes) {
    SvgWriter::Points points;
    const auto end_piece = [&] {
        if (line.has_line) svg.polyline(points, series);
        points.clear();
    };
    for (const std::size_t i : kept_places(line)) {
        if (!std::isfinite(line.x[i]) || !std::isfinite(line.y[i])) {
            end_piece();
            continue;
        }
        const double x = axes.at_x(line.x[i]), y = axes.at_y(line.y[i]);
        if (line.is_stepped && !points.empty()) points.emplace_back(x, points.back().second);
        // What another point has drawn already is left out.
        if (points.size() < 2 || std::abs(points.back().first - x) >= 0.05 ||
            std::abs(points.back().second - y) >= 0.05)
            points.emplace_back(x, y);
        if (line.has_dots) svg.dot(x, y, series);
    }
    end_piece();
}

void draw_axes(SvgWriter& svg, const LinePlot& plot, const Axes& axes) {
    using Anchor = SvgWriter::Anchor;
    const double bottom = axes.top + axes.height, right = axes.left + axes.width;
    for (const double tick : round_ticks(axes.y.least, axes.y.most, 5)) {
        svg.line(axes.left, axes.at_y(tick), right, axes.at_y(tick), "border");
        svg.text(axes.left - 5, axes.at_y(tick) + small_letter * 0.36, tick_label(tick),
                 {Anchor::end, "muted", small_letter});
    }
    for (const double tick : round_ticks(axes.x.least, axes.x.most, 6)) {
        svg.line(axes.at_x(tick), axes.top, axes.at_x(tick), bottom, "border");
        svg.text(axes.at_x(tick), bottom + small_letter + 3, tick_label(tick),
                 {Anchor::middle, "muted", small_letter});
    }
    svg.frame(axes.left, axes.top, axes.width, axes.height, "axis");
    svg.text(axes.left + axes.width / 2, bottom + 2 * small_letter + 9, plot.x_label,
             {Anchor::middle, "muted", small_letter});
    svg.text(small_letter, axes.top + axes.height / 2, plot.y_label,
             {Anchor::middle, "muted", small_letter, false, true});
    if (plot.has_diagonal) svg.line(axes.left, bottom, right, axes.top, "axis", "4 3");
    if (!plot.mark || *plot.mark < axes.x.least || *plot.mark > axes.x.most) return;
    const double x = axes.at_x(*plot.mark);
    svg.line(x, axes.top, x, bottom, "text", mark_dashes);
}

} // namespace

std::vector<double> round_ticks(double least, double most, int count) {
    std::vector<double> ticks;
    if (!(most > least) || !std::isfinite(most - least)) return ticks;
    const double rough = (most - least) / count, power = std::pow(10, std::floor(std::log10(rough)));
    const double factor = rough / power;
    const double step = power * (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10);
    if (!(step > 0)) return ticks;
    for (double index = std::ceil(least / step - 1e-9); index * step <= most + step * 1e-9; ++index) {
        ticks.push_back(index == 0 ? 0 : index * step);
        if (ticks.size() > 50) break;
    }
    return ticks;
}

std::string tick_label(double value) {
    const bool is_whole = value == std::round(value) && std::abs(value) < 1e15;
    if (is_whole && std::abs(value) >= 1000)
        return (value < 0 ? "-" : "") + grouped(static_cast<std::uint64_t>(std::abs(value)));
    return fmt::format("{:.6g}", value);
}

PlotSize size_of_lines(const LinePlot& plot) {
    const Axes axes = axes_of(plot);
    return {lines_width, axes.top + axes.height + below_axis};
}

std::string lines_svg(const LinePlot& plot, SvgColors colors) {
    const Axes axes = axes_of(plot);
    const PlotSize size = size_of_lines(plot);
    SvgWriter svg(size.width, size.height, plot.title, colors);
    svg.text(axes.left + axes.width / 2, 14, plot.title, {SvgWriter::Anchor::middle, "text", 13, true});
    for (const LegendItem& item : legend_of(plot)) {
        const double x = between_names + item.x, y = title_room + legend_row * (item.row + 0.5);
        if (item.series == plot.lines.size())
            svg.line(x + legend_sample / 2, y - 7, x + legend_sample / 2, y + 7, "text", mark_dashes);
        else if (plot.lines[item.series].has_line)
            svg.polyline({{x, y}, {x + legend_sample, y}}, item.series);
        else
            svg.dot(x + legend_sample / 2, y, item.series);
        svg.text(x + legend_sample + 4, y + small_letter * 0.36, item.name,
                 {SvgWriter::Anchor::start, "text", small_letter});
    }
    draw_axes(svg, plot, axes);
    for (std::size_t i = 0; i < plot.lines.size(); ++i)
        draw_line(svg, plot.lines[i], i, axes);
    return svg.take();
}

} // namespace tunedesk::report
