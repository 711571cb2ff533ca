// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/figures.h"

#include "base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <set>

namespace tunedesk::report {

namespace {

using Read = std::optional<double>;

/// A field of the report that is zero where it was not measured.
template <class T>
Read measured(const ComparedRun& run, T RunReport::*field) {
    if (!run.summary.report) return std::nullopt;
    const auto value = static_cast<double>((*run.summary.report).*field);
    return value > 0 ? Read(value) : std::nullopt;
}

Read counted(const ComparedRun& run, std::optional<std::int64_t> RunReport::*field) {
    if (!run.summary.report) return std::nullopt;
    const auto& value = (*run.summary.report).*field;
    return value ? Read(static_cast<double>(*value)) : std::nullopt;
}

Read accuracy(const ComparedRun& run) {
    if (run.summary.report && run.summary.report->classification)
        return run.summary.report->classification->accuracy;
    return run.test_accuracy;
}
Read macro_f1(const ComparedRun& run) {
    const auto& report = run.summary.report;
    if (!report) return std::nullopt;
    if (report->classification) return report->classification->macro.f1;
    return task::value_of(report->metrics, "macro_f1");
}
Read validation_accuracy(const ComparedRun& run) {
    if (run.summary.report && run.summary.report->monitor == "val_acc")
        return run.summary.report->monitor_value;
    const RunProgress& progress = run.summary.progress;
    const Read best = task::value_of(progress.best, "accuracy");
    return best ? best : task::value_of(progress.evaluated, "accuracy");
}
/// What other metrics the tasks have of their test rows.
void add_metrics(std::vector<Figure>& figures) {
    for (const task::Task& task : task::tasks())
        for (const task::Metric& metric : task.metrics) {
            const std::string name = metric.name;
            if (name == "loss" || std::ranges::find(figures, name, &Figure::key) != figures.end()) continue;
            figures.push_back({name, metric.title, Unit::number, metric.more_is_better ? 1 : -1,
                               [name](const ComparedRun& run) -> Read {
                                   if (!run.summary.report) return std::nullopt;
                                   return task::value_of(run.summary.report->metrics, name);
                               }});
        }
}

Read test_loss(const ComparedRun& run) {
    return run.summary.report ? run.summary.report->test_loss : std::nullopt;
}
Read steps(const ComparedRun& run) {
    const Read done = measured(run, &RunReport::steps);
    if (done || run.summary.progress.step <= 0) return done;
    return static_cast<double>(run.summary.progress.step);
}

/// The peak of one of memory_parts.
template <std::size_t part>
Read memory_of(const ComparedRun& run) {
    if (!run.summary.report || !run.summary.report->memory) return std::nullopt;
    return static_cast<double>(run.summary.report->memory->parts[part]);
}

/// All parts together at their peak before training.
Read loading_memory(const ComparedRun& run) {
    if (!run.summary.report || !run.summary.report->memory) return std::nullopt;
    static_assert(memory_phases[0] == std::string_view("loading"));
    const std::uint64_t bytes = sum(run.summary.report->memory->phases[0]);
    return bytes > 0 ? Read(static_cast<double>(bytes)) : std::nullopt;
}

/// The loss, and what a run takes.
std::vector<Figure> cost_figures() {
    return {
        {"test_loss", "Test loss", Unit::number, -1, test_loss},
        {"train_seconds", "Training time", Unit::seconds, -1,
         [](const ComparedRun& run) { return measured(run, &RunReport::train_seconds); }},
        {"train_tokens_per_second", "Tokens per second", Unit::per_second, 1,
         [](const ComparedRun& run) { return measured(run, &RunReport::train_tokens_per_second); }},
        {"peak_rss_bytes", "Peak memory", Unit::bytes, -1,
         [](const ComparedRun& run) { return measured(run, &RunReport::peak_rss_bytes); }},
        {"peak_gpu_bytes", "GPU memory", Unit::bytes, -1,
         [](const ComparedRun& run) { return measured(run, &RunReport::peak_gpu_bytes); }},
        {"steps", "Steps", Unit::count, 0, steps},
        {"test_windowed_rows", "Test rows in several windows", Unit::count, 0,
         [](const ComparedRun& run) { return counted(run, &RunReport::test_windowed_rows); }},
        {"test_windows", "Windows of the test rows", Unit::count, 0,
         [](const ComparedRun& run) { return counted(run, &RunReport::test_windows); }},
        {"weights_bytes", "Weights", Unit::bytes, -1, memory_of<0>, false},
        {"gradients_bytes", "Gradients", Unit::bytes, -1, memory_of<1>, false},
        {"optimizer_bytes", "Optimizer's state", Unit::bytes, -1, memory_of<2>, false},
        {"activations_bytes", "Activations", Unit::bytes, -1, memory_of<3>, false},
        {"workspace_bytes", "Workspace", Unit::bytes, -1, memory_of<4>, false},
        {"loading_bytes", "Memory while loading", Unit::bytes, -1, loading_memory, false},
    };
}

const std::vector<Figure>& all_figures() {
    static const std::vector<Figure> all = [] {
        std::vector<Figure> figures = {
            {"accuracy", "Test accuracy", Unit::share, 1, accuracy},
            {"macro_f1", "Macro F1", Unit::share, 1, macro_f1},
            {"validation_accuracy", "Best validation accuracy", Unit::share, 1, validation_accuracy},
        };
        add_metrics(figures);
        std::ranges::copy(cost_figures(), std::back_inserter(figures));
        return figures;
    }();
    return all;
}

/// Settings without those that a repetition changes.
std::vector<std::pair<std::string, std::string>> without_seed(const ComparedRun& run) {
    auto settings = run.settings;
    std::erase_if(settings, [](const auto& setting) {
        return setting.first == "name" || setting.first == "training.seed" ||
               setting.first == "data.split_file";
    });
    return settings;
}

/// Keys whose values are not the same in all these runs, in the schema's order.
std::vector<std::string> differing_keys(std::span<const ComparedRun> runs,
                                        const std::vector<std::vector<std::size_t>>& groups) {
    std::vector<std::string> keys;
    std::map<std::string, std::set<std::string>> values;
    for (const auto& group : groups)
        for (const auto& [key, value] : without_seed(runs[group.front()])) {
            auto& seen = values[key];
            seen.insert(value);
            if (seen.size() == 2) keys.push_back(key);
        }
    return keys;
}

std::string setting_name(const ComparedRun& run, const std::vector<std::string>& keys) {
    constexpr std::size_t longest = 40;
    std::string name;
    for (const std::string& key : keys)
        for (const auto& [known, value] : run.settings)
            if (known == key)
                name += (name.empty() ? "" : " ") + key.substr(key.rfind('.') + 1) + "=" +
                        shortened(shown_setting(value), longest);
    return name.empty() ? run.name : name;
}

std::optional<double> setting_number(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return {};
    return value;
}

/// Whether the values by which `a` differs come before those of `b`.
bool comes_before(const ComparedRun& a, const ComparedRun& b, const std::vector<std::string>& keys) {
    const auto value_of = [](const ComparedRun& run, const std::string& key) {
        const auto found = std::ranges::find(run.settings, key, &std::pair<std::string, std::string>::first);
        return found == run.settings.end() ? std::string() : found->second;
    };
    for (const std::string& key : keys) {
        const std::string first = value_of(a, key), second = value_of(b, key);
        if (first == second) continue;
        const auto x = setting_number(first), y = setting_number(second);
        return x && y ? *x < *y : first < second;
    }
    return false;
}

/// The figures that some run has.
std::vector<const Figure*> known_figures(std::span<const ComparedRun> runs) {
    std::vector<const Figure*> known;
    for (const Figure& figure : all_figures())
        if (figure.in_brief &&
            std::ranges::any_of(runs, [&](const ComparedRun& run) { return figure.read(run).has_value(); }))
            known.push_back(&figure);
    return known;
}

Spread spread_of(const Figure& figure, std::span<const ComparedRun> runs, const Setting& setting) {
    std::vector<double> values;
    for (const std::size_t run : setting.runs)
        if (const auto value = figure.read(runs[run])) values.push_back(*value);
    return spread(values);
}

} // namespace

std::span<const Figure> figures() {
    return all_figures();
}

const Figure* find_figure(std::string_view key) {
    for (const Figure& figure : all_figures())
        if (figure.key == key) return &figure;
    return nullptr;
}

std::string shown(const Figure& figure, double value) {
    if (!std::isfinite(value)) return shortest(value);
    const double size = std::min(std::abs(value), 1e18);
    switch (figure.unit) {
    case Unit::share:
    case Unit::number:
        return fmt::format("{:.4f}", value);
    case Unit::seconds:
        return human_duration(value);
    case Unit::bytes:
        return human_bytes(static_cast<std::uint64_t>(size));
    case Unit::per_second:
    case Unit::count:
        break;
    }
    return grouped(static_cast<std::uint64_t>(std::llround(size)));
}

std::string shown_difference(const Figure& figure, double value, double baseline) {
    const double more = value - baseline;
    if (!std::isfinite(more)) return shortest(more);
    if (figure.unit == Unit::share || figure.unit == Unit::number) return fmt::format("{:+.4f}", more);
    if (baseline == 0) return (more < 0 ? "-" : "+") + shown(figure, std::abs(more));
    return fmt::format("{:+.1f} %", 100 * more / baseline);
}

Spread spread(std::span<const double> values) {
    Spread result;
    result.count = values.size();
    if (values.empty()) return result;
    for (const double value : values)
        result.mean += value;
    result.mean /= static_cast<double>(values.size());
    if (values.size() < 2) return result;
    double squares = 0;
    for (const double value : values)
        squares += (value - result.mean) * (value - result.mean);
    result.deviation = std::sqrt(squares / static_cast<double>(values.size() - 1));
    return result;
}

std::string shown(const Figure& figure, const Spread& spread) {
    if (spread.count == 1) return fmt::format("{} (n = 1)", shown(figure, spread.mean));
    return fmt::format("{} ± {} (n = {})", shown(figure, spread.mean), shown(figure, spread.deviation),
                       spread.count);
}

std::vector<std::vector<std::size_t>> seed_groups(std::span<const ComparedRun> runs) {
    std::vector<std::vector<std::size_t>> groups;
    std::vector<std::vector<std::pair<std::string, std::string>>> keys;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        keys.push_back(without_seed(runs[i]));
        const auto same =
            std::find_if(groups.begin(), groups.end(), [&](const std::vector<std::size_t>& group) {
                return !keys[i].empty() && keys[group.front()] == keys[i];
            });
        if (same == groups.end())
            groups.push_back({i});
        else
            same->push_back(i);
    }
    return groups;
}

std::string shown_setting(const std::string& value) {
    const auto number = setting_number(value);
    if (!number || *number == 0 || std::abs(*number) >= 1e-3) return value;
    char text[40];
    const auto end = std::to_chars(text, text + sizeof text, *number, std::chars_format::scientific).ptr;
    std::string shown(text, end); // the shortest that reads back as it: "1e-04"
    if (const auto zero = shown.find("e-0"); zero != shown.npos) shown.erase(zero + 2, 1);
    return shown;
}

std::vector<Setting> settings(std::span<const ComparedRun> runs) {
    auto groups = seed_groups(runs);
    const auto alone = [](const std::vector<std::size_t>& group) { return group.size() < 2; };
    std::erase_if(groups, [&](const std::vector<std::size_t>& group) {
        return runs[group.front()].is_partial || runs[group.front()].settings.empty();
    });
    // A single repeated setting is kept apart from the runs that were not repeated.
    const bool only_one = std::ranges::count_if(groups, std::not_fn(alone)) == 1;
    std::vector<std::string> keys = only_one ? differing_keys(runs, groups) : std::vector<std::string>();
    std::erase_if(groups, alone);
    if (!only_one) keys = differing_keys(runs, groups);
    std::ranges::stable_sort(groups, [&](const auto& a, const auto& b) {
        return comes_before(runs[a.front()], runs[b.front()], keys);
    });
    std::vector<Setting> named;
    for (const auto& group : groups)
        named.push_back({setting_name(runs[group.front()], keys), group});
    return named;
}

TextTable settings_table(std::span<const ComparedRun> runs) {
    TextTable table{{"setting"}, {}, {false}};
    const std::vector<Setting> all = settings(runs);
    const std::vector<const Figure*> columns = known_figures(runs);
    for (const Figure* figure : columns) {
        table.header.push_back(ascii_lower(figure->title));
        table.numeric.push_back(true);
    }
    for (const Setting& setting : all) {
        table.rows.push_back({setting.name});
        for (const Figure* figure : columns) {
            const Spread values = spread_of(*figure, runs, setting);
            table.rows.back().push_back(values.count > 0 ? shown(*figure, values) : "-");
        }
    }
    return table;
}

TextTable settings_data(std::span<const ComparedRun> runs) {
    TextTable table{{"setting"}, {}, {}};
    const std::vector<Setting> all = settings(runs);
    const std::vector<const Figure*> columns = known_figures(runs);
    for (const Figure* figure : columns)
        for (const char* what : {"_mean", "_std", "_n"})
            table.header.push_back(figure->key + what);
    for (const Setting& setting : all) {
        table.rows.push_back({setting.name});
        for (const Figure* figure : columns) {
            const Spread values = spread_of(*figure, runs, setting);
            table.rows.back().push_back(values.count > 0 ? shortest(values.mean) : "");
            table.rows.back().push_back(values.count > 1 ? shortest(values.deviation) : "");
            table.rows.back().push_back(std::to_string(values.count));
        }
    }
    return table;
}

} // namespace tunedesk::report
