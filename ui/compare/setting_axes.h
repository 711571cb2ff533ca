// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/figures.h"
#include "report/settings/varying_settings.h"
#include "ui/compare/parallel_plot.h"

#include <optional>
#include <vector>

namespace tunedesk::ui {

/// An axis, and the position of each run on it.
struct PlacedAxis {
    ParallelAxis axis;
    std::vector<std::optional<double>> at;
};

/// Positions numbers linearly, or logarithmically if they are positive and span a decade; other values at
/// equal distances.
PlacedAxis place_setting(const report::VaryingSetting& setting, const QString& title);
PlacedAxis place_figure(const report::Figure& figure, const std::vector<std::optional<double>>& values);

} // namespace tunedesk::ui
