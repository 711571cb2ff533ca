// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/document/document.h"
#include "report/document/svg_writer.h"

namespace tunedesk::report {

/// Size of a plot's image in pixels.
struct PlotSize {
    double width = 0, height = 0;
};

/// The plot as an SVG image: an element for a page that defines the variables of document_colors(), or a
/// standalone file. Lines with many points are thinned to the image's resolution.
std::string to_svg(const Plot& plot, SvgColors colors);
PlotSize size_of(const Plot& plot);

/// About `count` round numbers from `least` to `most`; and the text of one of them.
std::vector<double> round_ticks(double least, double most, int count);
std::string tick_label(double value);

/// The most classes of a matrix that is drawn.
inline constexpr std::size_t most_matrix_classes = 60;

} // namespace tunedesk::report
