// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/classification.h"
#include "report/entities.h"
#include "report/memory_figures.h"
#include "report/multi_label.h"
#include "task/task.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tunedesk::report {

/// What report.json holds about a finished training: the test's figures and what the training took.
struct RunReport {
    task::Kind task = task::Kind::text_classification;
    /// Of the test rows; absent where the run had none, or no classes.
    std::optional<ClassificationReport> classification;
    std::optional<MultiLabelReport> multi_label; ///< of the test rows that may have several labels
    std::optional<EntityReport> entities;        ///< of test rows that are words with tags
    task::Values metrics;            ///< of the test rows, as the task has them; empty if the run had none
    std::optional<double> test_loss; ///< mean over the test rows
    /// The tested model's metrics on each set of data.extra_validation, by its name, in their order.
    std::vector<std::pair<std::string, task::Values>> extra_validation;
    std::uint64_t train_tokens = 0; ///< real tokens with special ones, without padding, of all epochs
    double train_tokens_per_second =
        0;                    ///< over train_seconds alone: no loading, tokenizing or evaluation in it
    double train_seconds = 0; ///< wall time of the training steps
    std::optional<double> test_tokens_per_second; ///< of the evaluation on the test rows
    /// Of test rows that were read in windows (data.stride): those with several, and the windows of all.
    std::optional<std::int64_t> test_windowed_rows, test_windows;
    std::uint64_t peak_rss_bytes = 0;    ///< the largest worker's over the whole run
    std::uint64_t peak_gpu_bytes = 0;    ///< the largest device's; 0 without one
    std::optional<MemoryFigures> memory; ///< by part and phase; absent from runs of older versions
    std::int64_t steps = 0;              ///< optimizer steps done
    std::int64_t best_step = 0;          ///< the step whose weights were tested
    double epochs = 0;                   ///< may be fractional
    std::uint64_t parameters = 0, trainable = 0;
    std::optional<double> loss_scale;             ///< fp16: the gradients' scale at the end
    std::optional<std::int64_t> loss_scale_skips; ///< fp16: updates left out by overflows
    /// Static graph, beside train_seconds: shapes of batches, running each once, recording them.
    std::optional<std::int64_t> static_graph_shapes;
    std::optional<double> static_graph_warmup_seconds, static_graph_capture_seconds;
    std::string monitor;                 ///< metric that chose best_step; empty if the final model was tested
    std::optional<double> monitor_value; ///< its value at best_step
    std::string lost_best;               ///< why best/ is not of the step with the best value; empty if it is
};

/// The keys are the fields' names, with those of to_json(ClassificationReport) first, and "metrics" by name.
/// Absent values are left out; a value that is not finite becomes null.
Json to_json(const RunReport& report);

/// Writes report.json atomically. Throws Error 5001 (disk).
void write_report_json(const fs::path& path, const RunReport& report);

/// Reads report.json as another version may have written it: what is missing or of another type keeps its
/// default. Throws Error 4190 if the text is no JSON object.
RunReport parse_report_json(std::string_view text, const std::string& where);

} // namespace tunedesk::report
