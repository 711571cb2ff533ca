// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/foreign_run.h"

#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <unordered_set>

namespace tunedesk::report {

namespace {

constexpr std::uint64_t max_state_bytes = std::uint64_t{64} << 20;
constexpr const char* lightning_name = "metrics.csv";
constexpr const char* trainer_name = "trainer_state.json";

/// Our name of a metric: users of Lightning choose theirs, mostly so.
std::string our_name(std::string name) {
    std::replace(name.begin(), name.end(), '/', '_');
    if (name == "loss") return "train_loss";
    if (name == "accuracy") return "train_acc";
    if (name == "learning_rate" || name.starts_with("lr-")) return "lr";
    for (const char* prefix : {"eval_", "valid_", "validation_"})
        if (name.starts_with(prefix)) name = "val_" + name.substr(std::string_view(prefix).size());
    if (name.ends_with("_accuracy")) name.resize(name.size() - 5);
    return name;
}

/// The last value that is one, and the best of all.
std::optional<double> last_value(const std::vector<MetricSeries>& all, std::string_view name) {
    const MetricSeries* series = find_series(all, name);
    std::optional<double> last;
    for (std::size_t i = 0; series && i < series->values.size(); ++i)
        if (!std::isnan(series->values[i])) last = series->values[i];
    return last;
}
std::optional<double> best_value(const std::vector<MetricSeries>& all, std::string_view name,
                                 bool more_is_better) {
    const MetricSeries* series = find_series(all, name);
    std::optional<double> best;
    for (std::size_t i = 0; series && i < series->values.size(); ++i)
        if (const double value = series->values[i];
            !std::isnan(value) && (!best || (more_is_better ? value > *best : value < *best)))
            best = value;
    return best;
}

void take_figures(ForeignRun& run) {
    RunProgress& progress = run.compared.summary.progress;
    for (const MetricSeries& series : run.series)
        for (std::size_t i = 0; i < series.values.size(); ++i) {
            if (std::isfinite(series.steps[i]) && std::abs(series.steps[i]) < 9e15)
                progress.step = std::max(progress.step, static_cast<std::int64_t>(series.steps[i]));
            if (std::isfinite(series.epochs[i])) progress.epoch = std::max(progress.epoch, series.epochs[i]);
        }
    progress.loss = last_value(run.series, "train_loss");
    for (const task::Task& task : task::tasks())
        for (const task::Metric& metric : task.metrics) {
            const std::string series = std::string("val_") + metric.column;
            if (task::value_of(progress.evaluated, metric.name)) continue; // another task has it too
            if (const auto value = last_value(run.series, series))
                progress.evaluated.emplace_back(metric.name, *value);
            if (const auto value = best_value(run.series, series, metric.more_is_better))
                progress.best.emplace_back(metric.name, *value);
        }
    run.compared.test_accuracy = last_value(run.series, "test_acc");
}

ForeignRun lightning(const fs::path& path) {
    ForeignRun run;
    run.tool = "Lightning";
    Metrics metrics = read_metrics_csv(path);
    run.warning = metrics.warning();
    run.series = std::move(metrics.series);
    for (MetricSeries& series : run.series)
        series.name = our_name(series.name);
    // self.log(on_step=True, on_epoch=True) writes both; the finer one is the curve.
    std::unordered_set<std::string> names;
    for (const MetricSeries& series : run.series)
        names.insert(series.name);
    for (MetricSeries& series : run.series)
        if (series.name.ends_with("_step")) {
            std::string plain = series.name.substr(0, series.name.size() - 5);
            if (names.insert(plain).second) series.name = std::move(plain);
        }
    return run;
}

/// Python writes NaN, Infinity and -Infinity, which JSON does not know: as the texts that the journal has.
std::string without_python_numbers(std::string_view text) {
    static constexpr std::pair<std::string_view, std::string_view> words[] = {
        {"NaN", "\"nan\""}, {"Infinity", "\"inf\""}, {"-Infinity", "\"-inf\""}};
    std::string result;
    result.reserve(text.size());
    bool quoted = false;
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        if (quoted && c == '\\' && i + 1 < text.size()) {
            result.append(text, i, 2);
            i += 2;
            continue;
        }
        if (c == '"') quoted = !quoted;
        const auto word = std::find_if(std::begin(words), std::end(words), [&](const auto& pair) {
            return !quoted && text.substr(i).starts_with(pair.first);
        });
        result += word == std::end(words) ? std::string_view(&text[i], 1) : word->second;
        i += word == std::end(words) ? 1 : word->first.size();
    }
    return result;
}

class TrainerLog {
public:
    explicit TrainerLog(ForeignRun& run) : run_(run) {}

    void take(const Json& entry) {
        const double step = number(entry, "step"), epoch = number(entry, "epoch");
        for (const auto& [key, value] : entry.items()) {
            const std::optional<double> number = number_of(value);
            if (key == "step" || key == "epoch" || !number) continue;
            if (key.ends_with("_runtime") || key.ends_with("_per_second") || key == "total_flos") continue;
            if (key == "train_loss") continue; // the mean over the training, written at its end
            MetricSeries& series = named(our_name(key));
            series.steps.push_back(step);
            series.epochs.push_back(epoch);
            series.values.push_back(*number);
        }
        if (const double seconds = number(entry, "train_runtime"); std::isfinite(seconds)) {
            run_.compared.summary.report.emplace();
            run_.compared.summary.report->train_seconds = seconds;
        }
    }

    static double number(const Json& json, const char* name) {
        const auto found = json.find(name);
        const auto value = found != json.end() ? number_of(*found) : std::nullopt;
        return value.value_or(std::numeric_limits<double>::quiet_NaN());
    }

private:
    static std::optional<double> number_of(const Json& value) {
        if (value.is_number()) return value.get<double>();
        if (value == "nan") return std::numeric_limits<double>::quiet_NaN();
        if (value == "inf") return std::numeric_limits<double>::infinity();
        if (value == "-inf") return -std::numeric_limits<double>::infinity();
        return std::nullopt;
    }

    MetricSeries& named(const std::string& name) {
        const auto [place, is_new] = places_.try_emplace(name, run_.series.size());
        if (is_new) run_.series.push_back({name, {}, {}, {}});
        return run_.series[place->second];
    }

    ForeignRun& run_;
    std::unordered_map<std::string, std::size_t> places_; ///< of the series, by name
};

ForeignRun trainer(const fs::path& path) {
    ForeignRun run;
    run.tool = "Hugging Face Trainer";
    const std::string text =
        without_python_numbers(read_file(path, ErrorId::foreign_run_unreadable, max_state_bytes));
    const Json state = parse_json(text, path.string(), ErrorId::foreign_run_unreadable);
    const auto history = state.is_object() ? state.find("log_history") : state.end();
    if (!state.is_object() || history == state.end() || !history->is_array())
        throw Error(ErrorId::trainer_state_invalid, {}, path.string());
    TrainerLog log(run);
    for (const Json& entry : *history)
        if (entry.is_object()) log.take(entry);
    const auto count = [&](const char* name, std::int64_t otherwise) {
        const double value = TrainerLog::number(state, name);
        return std::isfinite(value) && std::abs(value) < 9e15 ? static_cast<std::int64_t>(value) : otherwise;
    };
    run.compared.summary.progress.step = count("global_step", 0);
    run.compared.summary.progress.steps = count("max_steps", 0);
    if (run.compared.summary.report) run.compared.summary.report->steps = count("global_step", 0);
    const std::pair<const char*, const char*> settings[] = {
        {"num_train_epochs", "training.num_train_epochs"},
        {"train_batch_size", "training.per_device_train_batch_size"},
        {"logging_steps", "logging.every_n_steps"},
        {"save_steps", "checkpoint.every_n_steps"}};
    for (const auto& [theirs, ours] : settings)
        if (const double value = TrainerLog::number(state, theirs); std::isfinite(value))
            run.compared.settings.emplace_back(ours, shortest(value));
    return run;
}

} // namespace

bool is_foreign_run(const fs::path& path) {
    return path.filename() == lightning_name || path.filename() == trainer_name;
}

ForeignRun read_foreign_run(const fs::path& path) {
    fs::path file = path;
    std::error_code failed;
    if (fs::is_directory(path, failed))
        file /= fs::exists(path / trainer_name, failed) ? trainer_name : lightning_name;
    if (!is_foreign_run(file) || !fs::is_regular_file(file, failed))
        throw Error(ErrorId::foreign_run_unknown, {lightning_name, trainer_name}, path.string());
    file = fs::absolute(file).lexically_normal();
    ForeignRun run = file.filename() == lightning_name ? lightning(file) : trainer(file);
    const fs::path folder = file.parent_path();
    run.file = file;
    run.compared.summary.folder = folder;
    run.compared.is_partial = true;
    // "version_0" and "checkpoint-500" say nothing alone.
    run.compared.name = (folder.parent_path().filename() / folder.filename()).string();
    take_figures(run);
    return run;
}

} // namespace tunedesk::report
