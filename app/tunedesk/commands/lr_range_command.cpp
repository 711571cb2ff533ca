// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files/file.h"
#include "base/text.h"
#include "commands.h"
#include "output.h"
#include "preset/interop/shell.h"
#include "run/check/check.h"
#include "run/check/rate_search.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <utility>

namespace tunedesk::app {

namespace {

struct LrRangeOptions {
    std::string preset, out;
    std::vector<std::string> sets;
    run::RangeTest test;
    bool json = false;
};

/// Prints about twenty of the points, each with its smoothed loss as a bar between the smallest and the
/// first: beyond divergence all bars are full.
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

void print_trials(const run::RateSearch& search, int steps) {
    if (search.trials.empty()) return;
    print_text("\nWith the rising rate, the loss falls by no more than its noise. {} steps at each of these "
               "rates, on the same rows:\n{:>13}  {:>22}\n",
               steps, "learning rate", "loss of the last third");
    const auto is_usable = [&](double rate) {
        return search.advice.suggested && rate >= search.advice.usable_from &&
               rate <= search.advice.usable_to;
    };
    for (const run::RateTrial& trial : search.trials)
        print_text("{:>13.2e}  {:>22.4f}{}\n", trial.learning_rate, run::late_loss(trial),
                   std::cmp_less(trial.losses.size(), steps) ? "  diverges"
                   : is_usable(trial.learning_rate)          ? "  usable"
                                                             : "");
}

void print_advice(const run::RangeAdvice& advice, const std::string& preset) {
    if (advice.diverges_above)
        print_text("\nRates above {:.1e} diverge.\n", *advice.diverges_above);
    else
        print_text("\nNo tried rate diverges.\n");
    if (advice.suggested)
        print_text("Usable rates: {:.1e} to {:.1e}. Next: tunedesk run {} --set "
                   "training.learning_rate={:.1e}\n",
                   advice.usable_from, advice.usable_to, preset::shell_word(preset), *advice.suggested);
    else
        print_text("No rate is better than another by more than the noise of the losses: none is suggested. "
                   "Try more --steps, or other bounds.\n");
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
    const QCoreApplication application(count, arguments); // required by QProcess
    if (options.test.from >= options.test.to) throw Error(ErrorId::lr_range_reversed);
    const preset::Loaded loaded = preset::load(options.preset, options.sets);
    const run::RateSearch search =
        run::search_rate(loaded.preset, options.test, [](const run::RateProgress& progress) {
            show_progress(progress.trials == 0 ? fmt::format("{:.2e}", progress.learning_rate)
                                               : fmt::format("{:.0e} ({} of {})", progress.learning_rate,
                                                             progress.trial, progress.trials));
        });
    show_progress({});
    if (!options.out.empty()) write_file_atomically(options.out, csv(search.points));
    if (options.json) {
        print_json(run::to_json(search));
    } else {
        print_points(search.points, search.advice);
        print_trials(search, run::trial_steps(options.test));
        print_advice(search.advice, options.preset);
    }
    return 0;
}

} // namespace

void add_lr_range_command(CLI::App& app, Action& action) {
    auto options = std::make_shared<LrRangeOptions>();
    CLI::App* command = app.add_subcommand(
        "lr-range",
        "Try rising learning rates for some steps, constant ones if that is not conclusive, and suggest one");
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
    command
        ->add_option("--steps", options->test.steps,
                     "Steps between the two; twice as many at each constant rate")
        ->check(CLI::Range(10, 100000))
        ->capture_default_str();
    command->add_option("--out", options->out, "Write the points as CSV");
    command->add_flag("--json", options->json,
                      "One JSON object: the points, the trials at constant rates, the suggested rate, the "
                      "usable ones, and the one above which the loss diverges");
    command->callback([&action, options] { action = [options] { return test_range(*options); }; });
}

} // namespace tunedesk::app
