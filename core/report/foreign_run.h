// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/compare.h"
#include "report/metric_series.h"

#include <string>
#include <vector>

namespace tunedesk::report {

/// A training run of another tool, for comparison (read-only): the contents of its log file, with this
/// project's names of metrics (train_loss, val_loss, val_acc, lr, grad_norm, ...).
struct ForeignRun {
    std::string tool; ///< "Lightning", "Hugging Face Trainer"
    fs::path file;    ///< absolute
    ComparedRun compared;
    std::vector<MetricSeries> series;
    std::string warning; ///< lists damaged lines that were skipped, or ""
};

/// Whether a file has the name of a log that read_foreign_run() reads.
bool is_foreign_run(const fs::path& path);

/// Reads Lightning's metrics.csv or the Hugging Face Trainer's trainer_state.json, by its name; a folder
/// stands for the file in it. Throws Error 4195 if it is neither, 4192 to 4194 if it is damaged.
ForeignRun read_foreign_run(const fs::path& path);

} // namespace tunedesk::report
