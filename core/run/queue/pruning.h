// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"
#include "event/folder/run_folder.h"
#include "preset/preset.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::run {

// Early stopping of runs that a group of runs leaves behind: the median stopping rule (Golovin et al. 2017,
// "Google Vizier"). A pruned run is stopped as by the user, with a checkpoint, and can be resumed.

/// Whether a supervised run may be pruned, and by which runs.
struct Pruning {
    std::string group; ///< of the runs that it is compared with
    int after = 1;     ///< its first evaluations, which decide nothing
};

/// An evaluation's value of the monitored metric.
struct MonitoredValue {
    std::int64_t step = 0;
    double value = 0; ///< may be NaN
};

/// The evaluations of a run, steps ascending.
using MonitoredRun = std::vector<MonitoredValue>;

/// Runs that an evaluation must be compared with, at least.
inline constexpr std::size_t fewest_compared = 3;

/// What has pruned a run.
struct Pruned {
    MonitoredValue last;
    double median = 0;
    std::size_t runs = 0; ///< of which it is the median
};

/// Whether the last evaluation of `own` is worse than the median of the other runs at the same step or, of
/// each, the nearest earlier one. Runs without such an evaluation do not count; a value that is no number is
/// worse than any. Nothing within the first `after` evaluations, or with fewer than fewest_compared runs.
std::optional<Pruned> find_pruned(const MonitoredRun& own, std::span<const MonitoredRun> others,
                                  bool more_is_better, int after);

/// "pruned: val_loss 0.71 at step 100, median of 4 runs 0.55"
std::string text_of(const Pruned& pruned, const std::string& monitor);
/// Whether a run has ended so.
bool is_pruned(const event::ExitRecord& record);
/// RunStatus::state of such a run.
inline constexpr std::string_view pruned_state = "pruned";

/// Decides for one run, as its events come. Reads the metrics.csv of its group's runs at each evaluation.
/// Thread rule: one thread.
class GroupPruner {
public:
    GroupPruner(const event::RunFolder& folder, const Preset& preset, Pruning pruning);

    /// Why the run is to be stopped now; std::nullopt for most events. Never throws.
    std::optional<std::string> take(const event::Event& event);

private:
    std::vector<MonitoredRun> read_others() const;

    const event::RunFolder folder_;
    const Pruning pruning_;
    const std::string monitor_; ///< also its column in metrics.csv
    const bool more_is_better_;
    const std::string metric_; ///< its name in Eval events; empty: nothing is monitored
    std::int64_t steps_ = 0;   ///< of the whole run; 0: not known yet
    MonitoredRun own_;
};

} // namespace tunedesk::run
