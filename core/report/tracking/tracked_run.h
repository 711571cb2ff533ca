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

/// What a tracker gets of a run. Refers to its parts.
struct TrackedRun {
    const ComparedRun& run;
    const event::RunStatus& status;
    const Metrics& metrics;
    std::vector<std::pair<std::string, std::string>> artifacts; ///< file name, contents
};

/// The name of an experiment, or of a project, where the user gives none.
inline constexpr const char* default_experiment = "TuneDesk";

/// When things happened in a run, in seconds since 1970.
struct RunTimes {
    std::string identity; ///< the journal's first line, or the folder's identity: the same after a resume
    double start = 0, end = 0;
    std::map<std::int64_t, double> of_steps;

    /// Of a step, or of the next one that the journal speaks of; the end for NaN.
    double at(double step) const;
};

/// Read from the run's journal; now, where it has none. Throws Error of replay_journal().
RunTimes times_of(const event::RunFolder& folder);

/// Whether nothing more comes of the run without a resume.
bool has_ended(const event::RunStatus& status);

/// The last step that the report, or else the journal, speaks of.
std::int64_t last_step(const TrackedRun& tracked);

/// The figures of compare.csv that the run has, without those that are named like a column of metrics.csv.
std::vector<std::pair<std::string, double>> figures_beside_series(const TrackedRun& tracked);

} // namespace tunedesk::report
