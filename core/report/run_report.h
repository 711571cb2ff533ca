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

/// The contents of report.json for a finished training: the test's figures and the training's resources.
struct RunReport {
    task::Kind task = task::Kind::text_classification;
    /// For the test rows; std::nullopt if the run had none, or no classes.
    std::optional<ClassificationReport> classification;
    std::optional<MultiLabelReport> multi_label; ///< for test rows with several labels
    std::optional<EntityReport> entities;        ///< for test rows of words with tags
    task::Values metrics;            ///< the task's metrics on the test rows; empty if the run had none
    std::optional<double> test_loss; ///< mean over the test rows
    /// The tested model's metrics on each set of data.extra_validation by name, in their order.
    std::vector<std::pair<std::string, task::Values>> extra_validation;
    std::uint64_t train_tokens = 0; ///< tokens of all epochs, special ones included, without padding
    double train_tokens_per_second =
        0;                    ///< during train_seconds only: without loading, tokenizing and evaluation
    double train_seconds = 0; ///< wall time of the training steps
    std::optional<double> test_tokens_per_second; ///< of the evaluation on the test rows
    /// With data.stride: test rows with several windows, and the windows of all test rows.
    std::optional<std::int64_t> test_windowed_rows, test_windows;
    std::uint64_t peak_rss_bytes = 0;    ///< of the largest worker over the whole run
    std::uint64_t peak_gpu_bytes = 0;    ///< of the fullest device; 0 without a GPU
    std::optional<MemoryFigures> memory; ///< by part and phase; std::nullopt for runs of older versions
    std::int64_t steps = 0;              ///< optimizer steps done
    std::int64_t best_step = 0;          ///< the step of the tested weights
    double epochs = 0;                   ///< may be fractional
    std::uint64_t parameters = 0, trainable = 0;
    std::optional<double> loss_scale;             ///< fp16: the gradients' scale at the end
    std::optional<std::int64_t> loss_scale_skips; ///< fp16: updates skipped because of overflows
    /// Static graph, not included in train_seconds: number of batch shapes, time to run each once, time to
    /// record them.
    std::optional<std::int64_t> static_graph_shapes;
    std::optional<double> static_graph_warmup_seconds, static_graph_capture_seconds;
    std::string monitor; ///< metric that selected best_step; empty if the final model was tested
    std::optional<double> monitor_value; ///< its value at best_step
    std::string lost_best;               ///< why best/ is not of the step with the best value; empty if it is
};

/// The keys are the fields' names, those of to_json(ClassificationReport) first, and "metrics" by name.
/// Missing values are omitted; a value that is not finite becomes null.
Json to_json(const RunReport& report);

/// Writes report.json atomically. Throws Error 5001 (disk).
void write_report_json(const fs::path& path, const RunReport& report);

/// Parses report.json, possibly of another version: values that are missing or of another type have their
/// defaults. Throws Error 4190 if the text is not a JSON object.
RunReport parse_report_json(std::string_view text, const std::string& where);

} // namespace tunedesk::report
