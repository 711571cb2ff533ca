// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/compare.h"
#include "report/figures.h"
#include "report/published.h"

namespace tunedesk::report {

/// The published experiment that a run's preset names as its `recipe`, or null.
const Published* published_of(const ComparedRun& run);

/// The published value of a figure of that experiment, or std::nullopt. Published memory is that of a device:
/// it is compared with GPU memory, or with the worker's memory if a run had no GPU.
std::optional<double> published_figure(const ComparedRun& run, const Figure& figure);

/// Training time, test accuracy and peak memory of each run beside the published figures, in the published
/// units (GB are 1e9 bytes). Times and memory are followed by their ratio to the first run that has both, so
/// that the savings of a technique can be compared although model and hardware differ. A published single
/// figure of a run (Published::part_of) has a row below it. Without rows if no run names a published
/// experiment; columns without published values are omitted. `names`: the names of the runs.
TextTable published_table(std::span<const ComparedRun> runs, std::span<const std::string> names);

/// The title of the table.
constexpr const char* published_title = "Beside the published figures";

} // namespace tunedesk::report
