// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/compare.h"
#include "report/figures.h"
#include "report/published.h"

namespace tunedesk::report {

/// The published experiment that a run's preset names as its `recipe`, or null.
const Published* published_of(const ComparedRun& run);

/// What was published of a figure for that experiment. Published memory is that of a device: it stands beside
/// GPU memory, and beside the worker's memory where a run had no GPU.
std::optional<double> published_figure(const ComparedRun& run, const Figure& figure);

/// Training time, test accuracy and peak memory of each run with the published figures beside them, in the
/// published units (GB are 1e9 bytes). Behind times and memory their share of the first run that has both, so
/// that what a technique saves can be compared where model and hardware are others. Below a run stands what
/// was published of one of its figures alone (Published::part_of). Without rows where no run names a
/// published experiment; columns that nothing was published for are left out. `names` are the runs'.
TextTable published_table(std::span<const ComparedRun> runs, std::span<const std::string> names);

/// What stands above it.
constexpr const char* published_title = "Beside the published figures";

} // namespace tunedesk::report
