#include "report/figures.h"

#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

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

Read accuracy(const ComparedRun& run) {
    if (run.summary.report && run.summary.report->classification)
        return run.summary.report->classification->accuracy;
    return run.test_accuracy;
}
Read macro_f1(const ComparedRun& run) {
    if (!run.summary.report || !run.summary.report->classification) return std::nullopt;
    return run.summary.report->classification->macro.f1;
}
Read validation_accuracy(const ComparedRun& run) {
    if (run.summary.report && run.summary.report->monitor == "val_acc")
        return run.summary.report->monitor_value;
    const RunProgress& progress = run.summary.progress;
    return progress.best_accuracy ? progress.best_accuracy : progress.eval_accuracy;
}
Read test_loss(const ComparedRun& run) {
    return run.summary.report ? run.summary.report->test_loss : std::nullopt;
}
Read steps(const ComparedRun& run) {
    const Read done = measured(run, &RunReport::steps);
    if (done || run.summary.progress.step <= 0) return done;
    return static_cast<double>(run.summary.progress.step);
}

const std::vector<Figure>& all_figures() {
    static const std::vector<Figure> all = {
        {"accuracy", "Test accuracy", Unit::share, 1, accuracy},
        {"macro_f1", "Macro F1", Unit::share, 1, macro_f1},
        {"validation_accuracy", "Best validation accuracy", Unit::share, 1, validation_accuracy},
        {"test_loss", "Test loss", Unit::number, -1, test_loss},
        {"train_seconds", "Training time", Unit::seconds, -1,
         [](const ComparedRun& run) { return measured(run, &RunReport::train_seconds); }},
        {"train_tokens_per_second", "Tokens a second", Unit::per_second, 1,
         [](const ComparedRun& run) { return measured(run, &RunReport::train_tokens_per_second); }},
        {"peak_rss_bytes", "Memory", Unit::bytes, -1,
         [](const ComparedRun& run) { return measured(run, &RunReport::peak_rss_bytes); }},
        {"peak_gpu_bytes", "GPU memory", Unit::bytes, -1,
         [](const ComparedRun& run) { return measured(run, &RunReport::peak_gpu_bytes); }},
        {"steps", "Steps", Unit::count, 0, steps},
    };
    return all;
}

/// Settings without those that a repetition changes.
std::vector<std::pair<std::string, std::string>> without_seed(const ComparedRun& run) {
    auto settings = run.settings;
    std::erase_if(settings, [](const auto& setting) {
        return setting.first == "name" || setting.first == "training.seed";
    });
    return settings;
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

} // namespace tunedesk::report
