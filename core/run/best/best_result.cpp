// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/best/best_result.h"

#include "preset/schema/schema.h"
#include "run/registry/known_runs.h"
#include "task/task.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace tunedesk::run {

namespace {

std::string setting_text(const report::ComparedRun& run, std::string_view key) {
    for (const auto& [name, value] : run.settings)
        if (name == key) return value;
    return {};
}

/// The metric behind a monitor's name, of whichever task.
std::string metric_of(const std::string& monitor) {
    for (const task::Task& task : task::tasks())
        if (const task::Metric* metric = task.monitored(monitor)) return metric->name;
    return {};
}

std::optional<double> monitored_value(const report::RunSummary& summary, const BestMetrics& metrics) {
    const auto& report = summary.report;
    if (report && report->monitor == metrics.monitor && report->monitor_value) return report->monitor_value;
    return task::value_of(summary.progress.best_or_last(), metric_of(metrics.monitor));
}

std::optional<double> tested_value(const report::RunSummary& summary, const std::string& metric) {
    return summary.report ? task::value_of(summary.report->metrics, metric) : std::nullopt;
}

bool is_better(double a, double b, bool more_is_better) {
    return more_is_better ? a > b : a < b;
}

std::string shown_spread(const report::Spread& spread) {
    if (spread.count == 0) return "-";
    if (spread.count == 1) return fmt::format("{:.4f}", spread.mean);
    return fmt::format("{:.4f} ± {:.4f}", spread.mean, spread.deviation);
}

Json spread_json(const report::Spread& spread) {
    if (spread.count == 0) return {};
    return {{"mean", spread.mean}, {"deviation", spread.deviation}, {"count", spread.count}};
}

Json value_json(const std::optional<double>& value) {
    return value && std::isfinite(*value) ? Json(*value) : Json();
}

} // namespace

BestRow read_best_row(const event::RunFolder& run, const std::string& setting, const BestMetrics& metrics) {
    BestRow row{run, setting, 0, {}, "left out", false, {}, {}};
    if (!run.holds_run()) return row;
    const KnownRun known = read_known_run(run.root);
    row.rate = preset::read_number(setting_text(known.compared, "training.learning_rate")).value_or(0);
    row.seed = setting_text(known.compared, "training.seed");
    row.state = status_text(known.status);
    row.finished = known.compared.summary.exit && known.compared.summary.exit->code == 0;
    row.monitored = monitored_value(known.compared.summary, metrics);
    row.tested = tested_value(known.compared.summary, metrics.tested);
    return row;
}

std::vector<BestGroup> best_groups(std::span<const BestRow> rows) {
    std::map<double, std::vector<const BestRow*>> by_rate;
    for (const BestRow& row : rows)
        if (row.rate > 0) by_rate[row.rate].push_back(&row);
    std::vector<BestGroup> groups;
    for (const auto& [rate, members] : by_rate) {
        std::vector<double> monitored, tested, evaluated;
        for (const BestRow* row : members) {
            if (row->monitored) evaluated.push_back(*row->monitored);
            if (row->finished && row->monitored) monitored.push_back(*row->monitored);
            if (row->finished && row->tested) tested.push_back(*row->tested);
        }
        BestGroup group{rate, {}, {}, 0, members.size()};
        if (!evaluated.empty()) group.evaluated = report::spread(evaluated).mean;
        if (!monitored.empty()) group.monitored = report::spread(monitored);
        if (!tested.empty()) group.tested = report::spread(tested);
        groups.push_back(group);
    }
    return groups;
}

std::optional<std::size_t> recommended_row(std::span<const BestRow> rows, const BestMetrics& metrics) {
    const std::vector<BestGroup> groups = best_groups(rows);
    const BestGroup* best_group = nullptr;
    for (const BestGroup& group : groups)
        if (group.monitored.count > 0 &&
            (!best_group || is_better(group.evaluated, best_group->evaluated, metrics.more_is_better)))
            best_group = &group;
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const BestRow& row = rows[i];
        if (!row.monitored || std::isnan(*row.monitored)) continue;
        if (best_group && (!row.finished || row.rate != best_group->rate)) continue;
        if (!best || is_better(*row.monitored, *rows[*best].monitored, metrics.more_is_better)) best = i;
    }
    return best;
}

std::vector<BestRow> rows_to_average(std::span<const BestRow> rows, std::size_t preferred) {
    std::map<std::string, std::vector<BestRow>> of_seeds;
    for (const BestRow& row : rows)
        if (row.finished) of_seeds[row.seed].push_back(row);
    std::vector<BestRow> most = of_seeds[rows[preferred].seed];
    for (const auto& [seed, found] : of_seeds)
        if (found.size() > most.size()) most = found;
    return most;
}

bool is_recommended(const MeanRow& mean, const BestMetrics& metrics) {
    const std::optional<double> value = mean.row.monitored;
    if (!mean.row.finished || !value || std::isnan(*value)) return false;
    return !std::ranges::all_of(mean.of, [&](const BestRow& each) {
        return each.monitored && is_better(*each.monitored, *value, metrics.more_is_better);
    });
}

report::TextTable best_table(std::span<const BestGroup> groups, const BestMetrics& metrics) {
    report::TextTable table{{"learning rate", "runs", "finished", metrics.monitor, "test " + metrics.tested},
                            {},
                            {true, true, true, true, true}};
    for (const BestGroup& group : groups)
        table.rows.push_back({fmt::format("{:.2g}", group.rate), fmt::to_string(group.runs),
                              fmt::to_string(group.monitored.count), shown_spread(group.monitored),
                              shown_spread(group.tested)});
    return table;
}

Json to_json(const BestRow& row) {
    return {{"run", row.run.root.string()},
            {"setting", row.setting},
            {"learning_rate", row.rate},
            {"state", row.state},
            {"monitored", value_json(row.monitored)},
            {"tested", value_json(row.tested)}};
}

Json to_json(const BestGroup& group) {
    return {{"learning_rate", group.rate},
            {"runs", group.runs},
            {"monitored", spread_json(group.monitored)},
            {"tested", spread_json(group.tested)}};
}

fs::path model_of(const event::RunFolder& run) {
    std::error_code unknown;
    return fs::is_directory(run.best(), unknown) ? run.best() : run.final_model();
}

} // namespace tunedesk::run
