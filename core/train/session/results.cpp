// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/session/results.h"

#include "memory/meter.h"
#include "memory/torch_headers.h"
#include "train/task/trained_task.h"

#include <algorithm>

namespace tunedesk::train {

std::uint64_t largest_of_ranks(std::uint64_t number, parallel::Group& group) {
    std::vector<double> numbers(static_cast<std::size_t>(group.world().size));
    numbers[static_cast<std::size_t>(group.world().rank)] = static_cast<double>(number);
    group.sum(numbers, parallel::Purpose::run_totals);
    return static_cast<std::uint64_t>(*std::max_element(numbers.begin(), numbers.end()));
}

report::MemoryFigures memory_figures() {
    static_assert(memory::part_count == report::memory_parts.size() &&
                  memory::phase_count == report::memory_phases.size());
    const memory::Figures figures = memory::figures();
    return {figures.peak, figures.phases};
}

report::RunReport run_report(const Preset& preset, const TrainState& state, const TrainableModel& trainable,
                             const Datasets& sets, const Evaluation* test,
                             const Execution::Preparation& preparation, const parallel::Device& device,
                             parallel::Group& group) {
    report::RunReport report;
    report.task = preset.task;
    if (test && sets.test.has_targets()) {
        trained_task(preset.task).add_scores(*test, sets, report);
        report.metrics = test->metrics;
        report.test_loss = test->loss();
    }
    if (test) report.test_tokens_per_second = test->tokens_per_second;
    if (test && sets.test.window_tokens > 0) {
        report.test_windowed_rows = static_cast<std::int64_t>(sets.test.windowed_rows());
        report.test_windows = static_cast<std::int64_t>(sets.test.window_count());
    }
    report.train_tokens = static_cast<std::uint64_t>(state.train_tokens);
    report.train_seconds = state.train_seconds;
    report.train_tokens_per_second =
        state.train_seconds > 0 ? static_cast<double>(state.train_tokens) / state.train_seconds : 0;
    report.peak_rss_bytes = largest_of_ranks(peak_resident_bytes(), group);
    report.peak_gpu_bytes = largest_of_ranks(device.memory().peak, group);
    report.memory = memory_figures();
    report.steps = state.step;
    report.best_step = state.has_kept ? state.kept_step : state.step;
    report.epochs = epochs_of(state, sets.train.size());
    report.parameters = trainable.parameter_count();
    report.trainable = trainable.trained_parameter_count();
    if (state.scaler) {
        report.loss_scale = state.scaler->scale;
        report.loss_scale_skips = state.scaler->skipped;
    }
    if (preparation.shapes > 0) {
        report.static_graph_shapes = preparation.shapes;
        report.static_graph_warmup_seconds = preparation.warmup_seconds;
        report.static_graph_capture_seconds = preparation.capture_seconds;
    }
    if (state.has_kept) {
        report.monitor = preset.checkpoint.monitor;
        report.monitor_value = state.kept_value;
    }
    return report;
}

} // namespace tunedesk::train
