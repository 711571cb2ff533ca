#include "base/file.h"
#include "base/text.h"
#include "commands.h"
#include "event/event.h"
#include "output.h"
#include "preset/shell.h"
#include "run/check.h"
#include "run/trial.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <memory>

namespace tunedesk::app {

namespace {

struct LrRangeOptions {
    std::string preset, out;
    std::vector<std::string> sets;
    run::RangeTest test;
    bool json = false;
};

/// Some twenty of the points, each with its smoothed loss as a bar.
void print_points(const std::vector<run::RangePoint>& points) {
    constexpr std::size_t lines = 20, width = 50;
    const std::vector<double> losses = run::smoothed_losses(points);
    double largest = 0;
    for (const double loss : losses)
        if (std::isfinite(loss)) largest = std::max(largest, loss);
    const std::size_t every = std::max<std::size_t>(1, points.size() / lines);
    print_text("{:>13}  {:>8}  smoothed loss\n", "learning rate", "loss");
    for (std::size_t i = 0; i < points.size(); i += every) {
        std::string bar;
        if (std::isfinite(losses[i]) && largest > 0)
            bar.append(static_cast<std::size_t>(losses[i] / largest * width), '#');
        print_text("{:>13.2e}  {:>8.4f}  {:<50} {:.4f}\n", points[i].learning_rate, points[i].loss, bar,
                   losses[i]);
    }
}

std::string csv(const std::vector<run::RangePoint>& points) {
    const std::vector<double> losses = run::smoothed_losses(points);
    std::string text = "step,learning_rate,loss,smoothed_loss\n";
    for (std::size_t i = 0; i < points.size(); ++i)
        text += fmt::format("{},{},{},{}\n", i + 1, shortest(points[i].learning_rate),
                            shortest(points[i].loss), shortest(losses[i]));
    return text;
}

int test_range(const LrRangeOptions& options) {
    int count = 1;
    char name[] = "tunedesk";
    char* arguments[] = {name, nullptr};
    const QCoreApplication application(count, arguments); // QProcess wants one
    if (options.test.from >= options.test.to)
        throw Error(2050, "--from must be below --to", {}, "tunedesk lr-range --help");
    const preset::Loaded loaded = preset::load(options.preset, options.sets);
    const std::vector<run::RangePoint> points =
        run::test_range(loaded.preset, options.test, [&](const run::RangePoint& point) {
            if (!options.json) show_progress(fmt::format("{:.2e}", point.learning_rate));
        });
    if (!options.json) show_progress({});
    if (!options.out.empty()) write_file_atomically(options.out, csv(points));
    const std::optional<double> rate = run::suggested_rate(points);
    if (options.json) {
        Json json{{"points", Json::array()}, {"suggested", rate ? Json(*rate) : Json()}};
        for (const run::RangePoint& point : points)
            json["points"].push_back(
                {{"learning_rate", point.learning_rate}, {"loss", event::number_json(point.loss)}});
        print_json(json);
        return 0;
    }
    print_points(points);
    if (rate)
        print_text("\nThe loss falls fastest at {:.1e}. next: tunedesk run {} --set "
                   "training.learning_rate={:.1e}\n",
                   *rate, preset::shell_word(options.preset), *rate);
    else
        print_text("\nThe loss falls nowhere by more than it scatters: no learning rate is suggested. Try "
                   "more --steps, "
                   "or other bounds.\n");
    return 0;
}

} // namespace

void add_lr_range_command(CLI::App& app, Action& action) {
    auto options = std::make_shared<LrRangeOptions>();
    CLI::App* command = app.add_subcommand(
        "lr-range", "Try rising learning rates for some steps and say where the loss falls fastest");
    command->add_option("PRESET", options->preset, "The preset's YAML file; it is not changed")->required();
    command->add_option("--set", options->sets, "Change a key: --set training.optim=sgd")
        ->allow_extra_args(false)
        ->take_all();
    command->add_option("--from", options->test.from, "The first learning rate")
        ->check(above_0(1000))
        ->capture_default_str();
    command
        ->add_option("--to", options->test.to,
                     "The last one, at most 1000, unless the loss grows fourfold before")
        ->check(above_0(1000))
        ->capture_default_str();
    command->add_option("--steps", options->test.steps, "Steps between the two")
        ->check(CLI::Range(10, 100000))
        ->capture_default_str();
    command->add_option("--out", options->out, "Write the points as CSV");
    command->add_flag("--json", options->json, "One JSON object: the points and the suggested rate");
    command->callback([&action, options] { action = [options] { return test_range(*options); }; });
}

} // namespace tunedesk::app
