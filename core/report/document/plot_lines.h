// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/document/svg_plots.h"

namespace tunedesk::report {

/// to_svg() for line plots.
std::string lines_svg(const LinePlot& plot, SvgColors colors);
PlotSize size_of_lines(const LinePlot& plot);

} // namespace tunedesk::report
