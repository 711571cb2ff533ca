#include "base/file.h"
#include "base/text.h"
#include "commands.h"
#include "event/event.h"
#include "output.h"
#include "preset/shell.h"
#include "run/check/check.h"
#include "run/check/range_advice.h"

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

/// Some twenty of the points, each with its smoothed loss as a bar between the least and the first: beyond
/// divergence all bars are full.
void print_points(const std::vector<run::RangePoint>& points, const run::RangeAdvice& advice) {
    constexpr std::size_t lines = 20, width = 40;
    const std::vector<double> losses = run::smoothed_losses(points);
    double least = INFINITY;
    for (const double loss : losses)
        if (std::isfinite(loss)) least = std::min(least, loss);
    const double span = std::max(losses.front() - least, 1e-9);
    const std::size_t every = std::max<std::size_t>(1, points.size() / lines);
    print_text("{:>13}  {:>8}  {:>8}\n", "learning rate", "loss", "smoothed");
    for (std::size_t i = 0; i < points.size(); i += every) {
        const double part = std::isfinite(losses[i]) ? std::clamp((losses[i] - least) / span, 0.0, 1.0) : 1;
        const double rate = points[i].learning_rate;
        const bool usable = advice.suggested && rate >= advice.usable_from && rate <= advice.usable_to;
        const bool diverges = advice.diverges_above && rate > *advice.diverges_above;
        print_text("{:>13.2e}  {:>8.4f}  {:>8.4f}  {:<40}{}\n", rate, points[i].loss, losses[i],
                   std::string(static_cast<std::size_t>(std::lround(part * width)), '#'),
                   diverges ? "  diverges"
                   : usable ? "  usable"
                            : "");
    }
}

void print_advice(const run::RangeAdvice& advice, const std::string& preset) {
    if (advice.diverges_above)
        print_text("\nRates above {:.1e} diverge.\n", *advice.diverges_above);
    else
        print_text("\nNo tried rate diverges.\n");
    if (advice.suggested)
        print_text("Usable rates: {:.1e} to {:.1e}. next: tunedesk run {} --set "
                   "training.learning_rate={:.1e}\n",
                   advice.usable_from, advice.usable_to, preset::shell_word(preset), *advice.suggested);
    else
        print_text("The loss falls nowhere by more than it scatters: no learning rate is suggested. Try more "
                   "--steps, or other bounds.\n");
}

Json to_json(const std::vector<run::RangePoint>& points, const run::RangeAdvice& advice) {
    const auto or_null = [](const std::optional<double>& rate) { return rate ? Json(*rate) : Json(); };
    Json json{{"points", Json::array()},
              {"suggested", or_null(advice.suggested)},
              {"usable", advice.suggested ? Json::array({advice.usable_from, advice.usable_to}) : Json()},
              {"diverges_above", or_null(advice.diverges_above)}};
    for (const run::RangePoint& point : points)
        json["points"].push_back(
            {{"learning_rate", point.learning_rate}, {"loss", event::number_json(point.loss)}});
    return json;
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
    const run::RangeAdvice advice = run::advise_rate(points, loaded.preset);
    if (options.json) {
        print_json(to_json(points, advice));
    } else {
        print_points(points, advice);
        print_advice(advice, options.preset);
    }
    return 0;
}

} // namespace

void add_lr_range_command(CLI::App& app, Action& action) {
    auto options = std::make_shared<LrRangeOptions>();
    CLI::App* command =
        app.add_subcommand("lr-range", "Try rising learning rates for some steps and suggest one");
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
    command->add_flag("--json", options->json,
                      "One JSON object: the points, the suggested rate, the usable ones, and the one above "
                      "which the loss diverges");
    command->callback([&action, options] { action = [options] { return test_range(*options); }; });
}

} // namespace tunedesk::app
