// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/run_status.h"
#include "report/compare.h"
#include "report/metric_series.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tunedesk::report {

/// The data of a run that is exported to a tracker. Holds references.
struct TrackedRun {
    const ComparedRun& run;
    const event::RunStatus& status;
    const Metrics& metrics;
    std::vector<std::pair<std::string, std::string>> artifacts; ///< file name, contents
};

/// The name of an experiment or project if the user gives none.
inline constexpr const char* default_experiment = "TuneDesk";

/// Times of a run's events, in seconds since 1970.
struct RunTimes {
    std::string identity; ///< the journal's first line, or the folder's identity: unchanged by a resume
    double start = 0, end = 0;
    std::map<std::int64_t, double> of_steps;

    /// Time of a step, or of the next recorded one; `end` for NaN.
    double at(double step) const;
};

/// Reads the times from the run's journal; the current time if it has none. Throws the errors of
/// replay_journal().
RunTimes times_of(const event::RunFolder& folder);

/// Whether the run produces nothing more without a resume.
bool has_ended(const event::RunStatus& status);

/// The last step in the report, or else in the journal.
std::int64_t last_step(const TrackedRun& tracked);

/// The figures of compare.csv that the run has, without those named like a column of metrics.csv.
std::vector<std::pair<std::string, double>> figures_beside_series(const TrackedRun& tracked);

} // namespace tunedesk::report
