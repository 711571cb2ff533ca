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

// Early stopping of runs that are worse than others of their group: the median stopping rule (Golovin et al.
// 2017, "Google Vizier"). A pruned run is stopped as by the user, with a checkpoint, and can be resumed.

/// The pruning of a supervised run.
struct Pruning {
    std::string group; ///< group of the runs that it is compared with
    int after = 1;     ///< number of first evaluations at which it is not pruned
};

/// An evaluation's value of the monitored metric.
struct MonitoredValue {
    std::int64_t step = 0;
    double value = 0; ///< may be NaN
};

/// The evaluations of a run, steps ascending.
using MonitoredRun = std::vector<MonitoredValue>;

/// Smallest number of other runs for a comparison.
inline constexpr std::size_t fewest_compared = 3;

/// The reason why a run was pruned.
struct Pruned {
    MonitoredValue last;
    double median = 0;
    std::size_t runs = 0; ///< number of runs that `median` is of
};

/// Whether the last evaluation of `own` is worse than the median of the other runs at the same step or, of
/// each, the nearest earlier one. Runs without such an evaluation do not count; NaN is worse than any value.
/// std::nullopt if it is not worse, within the first `after` evaluations, and with fewer than fewest_compared
/// other runs.
std::optional<Pruned> find_pruned(const MonitoredRun& own, std::span<const MonitoredRun> others,
                                  bool more_is_better, int after);

/// "pruned: val_loss 0.71 at step 100, median of 4 runs 0.55"
std::string text_of(const Pruned& pruned, const std::string& monitor);
/// Whether a run was ended by pruning.
bool is_pruned(const event::ExitRecord& record);
/// RunStatus::state of a pruned run.
inline constexpr std::string_view pruned_state = "pruned";

/// Decides about one run from its events. At each evaluation, reads the metrics.csv of its group's runs.
/// Thread rule: one thread.
class GroupPruner {
public:
    GroupPruner(const event::RunFolder& folder, const Preset& preset, Pruning pruning);

    /// The reason to stop the run now, as text, else std::nullopt. Never throws.
    std::optional<std::string> take(const event::Event& event);

private:
    std::vector<MonitoredRun> read_others() const;

    const event::RunFolder folder_;
    const Pruning pruning_;
    const std::string monitor_; ///< checkpoint.monitor, also the column in metrics.csv
    const bool more_is_better_;
    const std::string metric_; ///< its name in Eval events; empty: nothing is monitored
    std::int64_t steps_ = 0;   ///< of the whole run; 0: not known yet
    MonitoredRun own_;
};

} // namespace tunedesk::run
