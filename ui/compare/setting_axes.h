// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/figures.h"
#include "report/settings/varying_settings.h"
#include "ui/compare/parallel_plot.h"

#include <optional>
#include <vector>

namespace tunedesk::ui {

/// An axis, and where each run is on it.
struct PlacedAxis {
    ParallelAxis axis;
    std::vector<std::optional<double>> at;
};

/// Numbers by their size, by its logarithm where they are above 0 and span a decade; other values side by
/// side, all as far apart.
PlacedAxis place_setting(const report::VaryingSetting& setting, const QString& title);
PlacedAxis place_figure(const report::Figure& figure, const std::vector<std::optional<double>>& values);

} // namespace tunedesk::ui
