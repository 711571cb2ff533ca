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

/// A run of the sweep as it is compared.
struct BestRow {
    event::RunFolder run;
    std::string setting;             ///< with its seed
    double rate = 0;                 ///< learning rate
    std::string seed;                ///< empty: the preset's default
    std::string state;               ///< "done", "pruned", ...
    bool finished = false;           ///< to its planned end
    std::optional<double> monitored; ///< of checkpoint.monitor, the best evaluation's
    std::optional<double> tested;    ///< the task's headline metric on the test rows
};

/// The names of what is compared.
struct BestMetrics {
    std::string monitor, tested; ///< "val_loss"; "macro_f1"
    bool more_is_better = true;  ///< of the monitor
};

/// Runs that differ in the seed alone.
struct BestGroup {
    double rate = 0;
    report::Spread monitored, tested; ///< of finished runs; count 0 where there are none
    double evaluated = 0;             ///< mean of the monitor, of pruned runs too
    std::size_t runs = 0;             ///< of all
};

/// What a run's files say of it.
BestRow read_best_row(const event::RunFolder& run, const std::string& setting, const BestMetrics& metrics);

/// By their rates, ascending.
std::vector<BestGroup> best_groups(std::span<const BestRow> rows);

/// The best finished run of the group whose runs have the best mean of the monitor: one that was pruned
/// speaks against its rate. Where none has finished the best run of all; std::nullopt if no run was
/// evaluated.
std::optional<std::size_t> recommended_row(std::span<const BestRow> rows, const BestMetrics& metrics);

/// The largest number of finished runs that differ in the learning rate alone; of several such, those with
/// the seed of row `preferred`.
std::vector<BestRow> rows_to_average(std::span<const BestRow> rows, std::size_t preferred);

/// A run of the mean of other runs' weights.
struct MeanRow {
    BestRow row;
    std::vector<BestRow> of;
};

/// Whether it is recommended in place of these: unless each of them has a better value. The mean of weights
/// is nearly always better than the models on an average, and their values are the best of several
/// evaluations; a mean of models that do not fit together is worse than any.
bool is_recommended(const MeanRow& mean, const BestMetrics& metrics);

/// A row a group: mean ± standard deviation.
report::TextTable best_table(std::span<const BestGroup> groups, const BestMetrics& metrics);

/// {run, setting, learning_rate, state, MONITOR, test: ...}
Json to_json(const BestRow& row);
Json to_json(const BestGroup& group);

/// Where a run's model is that its monitor has chosen.
fs::path model_of(const event::RunFolder& run);

} // namespace tunedesk::run
