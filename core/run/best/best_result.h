// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "event/folder/run_folder.h"
#include "report/figures.h"
#include "report/text_table.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tunedesk::run {

/// A run of the sweep with the values by which it is compared.
struct BestRow {
    event::RunFolder run;
    std::string setting;             ///< with its seed
    double rate = 0;                 ///< learning rate
    std::string seed;                ///< empty: the preset's default
    std::string state;               ///< "done", "pruned", ...
    bool finished = false;           ///< it reached its planned end
    std::optional<double> monitored; ///< best value of checkpoint.monitor
    std::optional<double> tested;    ///< the task's headline metric on the test rows
};

/// The metrics by which runs are compared.
struct BestMetrics {
    std::string monitor, tested; ///< "val_loss"; "macro_f1"
    bool more_is_better = true;  ///< whether a larger value of `monitor` is better
};

/// Runs that differ in the seed alone.
struct BestGroup {
    double rate = 0;
    report::Spread monitored, tested; ///< of finished runs; count 0 if there are none
    double evaluated = 0;             ///< mean of the monitor over all evaluated runs, pruned ones included
    std::size_t runs = 0;             ///< number of all runs
};

/// Reads the row from the run's files.
BestRow read_best_row(const event::RunFolder& run, const std::string& setting, const BestMetrics& metrics);

/// Groups the rows by learning rate, ascending.
std::vector<BestGroup> best_groups(std::span<const BestRow> rows);

/// The index of the best finished run in the group with the best mean of the monitor; pruned runs count in
/// that mean. If none has finished, the best run of all; std::nullopt if no run was evaluated.
std::optional<std::size_t> recommended_row(std::span<const BestRow> rows, const BestMetrics& metrics);

/// The largest set of finished runs that differ only in the learning rate; among sets of equal size, that
/// with the seed of row `preferred`.
std::vector<BestRow> rows_to_average(std::span<const BestRow> rows, std::size_t preferred);

/// A run that measured the mean of other runs' weights.
struct MeanRow {
    BestRow row;
    std::vector<BestRow> of;
};

/// Whether the mean is recommended over the averaged runs: unless every one of them has a better value. Their
/// values are the best of several evaluations, so the mean need not beat all of them; a mean of models that
/// do not fit together is worse than each.
bool is_recommended(const MeanRow& mean, const BestMetrics& metrics);

/// One row per group: mean ± standard deviation.
report::TextTable best_table(std::span<const BestGroup> groups, const BestMetrics& metrics);

/// {run, setting, learning_rate, state, MONITOR, test: ...}
Json to_json(const BestRow& row);
Json to_json(const BestGroup& group);

/// The folder of the model that the run's monitor chose.
fs::path model_of(const event::RunFolder& run);

} // namespace tunedesk::run
