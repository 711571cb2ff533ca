// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/queue/pruning.h"

#include "base/error.h"
#include "report/metric_series.h"
#include "run/registry/known_runs.h"
#include "task/task.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <utility>

namespace tunedesk::run {

namespace {

constexpr std::string_view pruned_prefix = "pruned: ";

/// A value by which more is better, whatever the metric; of NaN the least.
double goodness(double value, bool more_is_better) {
    if (std::isnan(value)) return -std::numeric_limits<double>::infinity();
    return more_is_better ? value : -value;
}

/// The last evaluation at the step or before it.
const MonitoredValue* value_until(const MonitoredRun& run, std::int64_t step) {
    const auto after = std::ranges::upper_bound(run, step, {}, &MonitoredValue::step);
    return after == run.begin() ? nullptr : &*std::prev(after);
}

/// The metric of a preset's monitor; empty if the run is not evaluated, or monitors none.
std::string monitored_metric(const Preset& preset) {
    if (preset.evaluation.strategy == Preset::EvalStrategy::no) return {};
    const task::Metric* metric = task::task_of(preset.task).monitored(preset.checkpoint.monitor);
    return metric ? metric->name : "";
}

MonitoredRun monitored_of(const report::MetricSeries& series) {
    MonitoredRun run;
    for (std::size_t i = 0; i < series.values.size(); ++i)
        if (series.steps[i] > 0)
            run.push_back({static_cast<std::int64_t>(series.steps[i]), series.values[i]});
    std::ranges::stable_sort(run, {}, &MonitoredValue::step);
    return run;
}

} // namespace

std::optional<Pruned> find_pruned(const MonitoredRun& own, std::span<const MonitoredRun> others,
                                  bool more_is_better, int after) {
    if (own.empty() || std::cmp_less_equal(own.size(), after)) return std::nullopt;
    const MonitoredValue& last = own.back();
    std::vector<double> values;
    for (const MonitoredRun& other : others)
        if (const MonitoredValue* value = value_until(other, last.step))
            values.push_back(goodness(value->value, more_is_better));
    if (values.size() < fewest_compared) return std::nullopt;
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    const double median = values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    const double mine = goodness(last.value, more_is_better);
    if (!(mine < median)) return std::nullopt;
    return Pruned{last, more_is_better ? median : -median, values.size()};
}

std::string text_of(const Pruned& pruned, const std::string& monitor) {
    return fmt::format("{}{} {:.4g} at step {}, median of {} runs {:.4g}", pruned_prefix, monitor,
                       pruned.last.value, pruned.last.step, pruned.runs, pruned.median);
}

bool is_pruned(const event::ExitRecord& record) {
    return record.code == static_cast<int>(ExitCode::stopped) && record.what.starts_with(pruned_prefix);
}

GroupPruner::GroupPruner(const event::RunFolder& folder, const Preset& preset, Pruning pruning)
    : folder_(folder), pruning_(std::move(pruning)), monitor_(preset.checkpoint.monitor),
      more_is_better_(preset.checkpoint.mode == Preset::Mode::max), metric_(monitored_metric(preset)) {}

std::optional<std::string> GroupPruner::take(const event::Event& event) {
    using event::Type;
    const auto whole = [&](const char* name) {
        return static_cast<std::int64_t>(event::number(event.fields, name, 0));
    };
    if (event.type == Type::Started) steps_ = whole("steps");
    if (event.type == Type::Resumed)
        std::erase_if(own_, [&](const MonitoredValue& each) { return each.step > whole("from_step"); });
    const bool is_validation = event.type == Type::Eval && text_field(event.fields, "split") == "val";
    if (!is_validation || metric_.empty() || !event.fields.contains(metric_)) return std::nullopt;
    const std::int64_t step = whole("step");
    if (step <= 0 || (!own_.empty() && step <= own_.back().step)) return std::nullopt;
    own_.push_back({step, event::number(event.fields, metric_.c_str(), NAN)});
    // At its last step a run has nothing left that would be saved.
    if (steps_ > 0 && step >= steps_) return std::nullopt;
    if (std::cmp_less_equal(own_.size(), pruning_.after)) return std::nullopt;
    const auto pruned = find_pruned(own_, read_others(), more_is_better_, pruning_.after);
    if (!pruned) return std::nullopt;
    return text_of(*pruned, monitor_);
}

std::vector<MonitoredRun> GroupPruner::read_others() const {
    std::vector<MonitoredRun> others;
    std::error_code unknown;
    const fs::path mine = fs::weakly_canonical(folder_.root, unknown);
    for (const RegisteredRun& run : registered_runs()) {
        if (run.group != pruning_.group || fs::weakly_canonical(run.path, unknown) == mine) continue;
        try {
            const report::Metrics metrics = report::read_metrics_csv(event::RunFolder{run.path}.metrics());
            if (const report::MetricSeries* series = report::find_series(metrics.series, monitor_))
                others.push_back(monitored_of(*series));
        } catch (const Error&) {
            // It waits, or its file is being replaced: it does not count this time.
        }
    }
    return others;
}

} // namespace tunedesk::run
