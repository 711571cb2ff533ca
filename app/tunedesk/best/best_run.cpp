// SPDX-License-Identifier: GPL-3.0-or-later
#include "best/best_run.h"

#include "base/clock.h"
#include "base/text.h"
#include "best/best_outcome.h"
#include "best/best_progress.h"
#include "best/best_search.h"
#include "event/folder/run_lock.h"
#include "event/run_status.h"
#include "format/checkpoint.h"
#include "interruptible.h"
#include "output.h"
#include "report/run_summary.h"
#include "run/best/best_result.h"
#include "run/best/best_settings.h"
#include "run/best/best_sweep.h"
#include "run/best/mean_model.h"
#include "run/queue/pruning.h"

#include <QCoreApplication>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <iterator>
#include <optional>
#include <thread>

namespace tunedesk::app {

namespace {

/// Fractions of the remaining time: planned for a run that trains longer, and the least gain in length.
constexpr double longer_share = 0.95, least_gain = 1.15;
constexpr double least_slowness = 0.5; ///< of a single run, whose time was planned from a few steps
constexpr double pruned_share = 0.6;   ///< of a run: the most that remains after it was pruned
/// What a run that ends early may take, as a multiple of the time planned for its start and an evaluation.
constexpr double extra_measures = 3;
constexpr auto look_again = std::chrono::milliseconds(300);

class BestRunner {
public:
    explicit BestRunner(const BestOptions& options)
        : options_(options), progress_(options.minutes, options.json), stop_at_(progress_.stop_at()) {}

    int run() {
        progress_.say(fmt::format("{} for {}", human_duration(progress_.seconds()), options_.preset));
        search_.emplace(options_, progress_);
        plan_ = search_->plan();
        if (plan_) {
            const Interruptible interruptible;
            train();
            finish_early();
            train_longer();
            complete_pruned();
            take_mean();
        }
        return conclude();
    }

private:
    std::vector<run::QueuedRun> placed_runs() const {
        const auto read = [&](std::span<const std::string> swept) {
            std::vector<std::string> sets = search_->sets();
            const std::vector<std::string> planned = run::sets_of(*plan_, search_->cost().evaluations);
            sets.insert(sets.end(), planned.begin(), planned.end());
            sets.insert(sets.end(), swept.begin(), swept.end());
            return preset::load_draft(options_.preset, sets);
        };
        std::vector<run::SweepRun> runs = run::planned_runs(read, *plan_);
        Preset named = runs.front().preset;
        named.name += "-best";
        return run::place_runs(std::move(runs), run::folder_for(named, options_.run_dir).root,
                               fs::current_path());
    }

    void train() {
        std::vector<run::QueuedRun> placed = placed_runs();
        const Preset& first = placed.front().preset;
        metrics_ = {first.checkpoint.monitor, task::task_of(first.task).headline,
                    first.checkpoint.mode == Preset::Mode::max};
        run::BestSweep sweep(std::move(placed), run::new_group_name(first.name));
        std::vector<run::SweptRun> before = sweep.runs();
        bool stops = false;
        const double began = monotonic_seconds();
        for (bool goes_on = true; goes_on;) {
            goes_on = sweep.look();
            report_changes(before, sweep.runs());
            before = sweep.runs();
            if (!goes_on) break;
            if (!stops && (is_over() || is_late(before.front().folder, began))) {
                stops = true;
                progress_.say("stopping the runs: each saves a checkpoint");
                sweep.stop();
            }
            std::this_thread::sleep_for(look_again);
        }
        for (const run::SweptRun& run : sweep.runs()) {
            rows_.push_back(run::read_best_row(run.folder, run.setting, metrics_));
            if (run.exit && run.exit->code != 0 && first_failure_ == 0) first_failure_ = run.exit->code;
        }
        const auto done = static_cast<double>(std::ranges::count_if(rows_, &run::BestRow::finished));
        if (done == static_cast<double>(rows_.size()))
            slowness_ = std::max(plan_->is_single() ? least_slowness : 1.0,
                                 (monotonic_seconds() - began) / std::max(1.0, plan_->seconds));
    }

    /// Whether the time is over, or the user has requested a stop.
    bool is_over() const { return Interruptible::signal() != 0 || monotonic_seconds() > stop_at_; }

    /// Whether a single run, slower than planned, has to stop now to be evaluated within the time.
    bool is_late(const event::RunFolder& run, double began) const {
        const double now = monotonic_seconds(), left = stop_at_ - now;
        if (!plan_->is_single() || left > search_->cost().of_measure() || !run.holds_run()) return false;
        const std::int64_t done = report::read_run(run.root).progress.step;
        if (done == 0) return true;
        const double step = (now - began) / static_cast<double>(done);
        return step * static_cast<double>(plan_->steps - done) + search_->cost().evaluation > left;
    }

    /// If no run has reached its end, lets the stopped one that trained longest end one step after its
    /// checkpoint: a recommendation needs an evaluated model. May take longer than the given time. A run that
    /// failed stays as it is.
    void finish_early() {
        const double in_one = run::epoch_steps(search_->check());
        if (Interruptible::signal() != 0 || in_one <= 0 ||
            std::ranges::any_of(rows_, &run::BestRow::finished))
            return;
        std::int64_t last = 0;
        std::size_t longest = 0;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            if (rows_[i].state != event::state::stopped) continue;
            const std::vector<std::int64_t> steps = format::list_checkpoints(rows_[i].run.checkpoints());
            if (steps.empty() || steps.front() <= last) continue;
            last = steps.front();
            longest = i;
        }
        if (last == 0) return;
        progress_.say(
            fmt::format("{}: evaluated after step {}, as the time is over", rows_[longest].setting, last));
        stop_at_ = monotonic_seconds() + extra_measures * search_->cost().of_measure();
        rows_[longest] = trained_again(longest, [&](const event::RunFolder& run) {
            run::end_early(run, static_cast<double>(last + 1) / in_one);
        });
    }

    void report_changes(const std::vector<run::SweptRun>& before,
                        const std::vector<run::SweptRun>& now) const {
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (before[i].state == now[i].state) continue;
            if (now[i].state == run::SweptRun::State::trains) {
                progress_.say(fmt::format("{} of {}: {} trains", i + 1, now.size(), now[i].setting));
            } else if (now[i].state == run::SweptRun::State::ended) {
                const run::BestRow row = run::read_best_row(now[i].folder, now[i].setting, metrics_);
                std::string text = fmt::format("{} of {}: {}", i + 1, now.size(), ending_of(row));
                if (now[i].exit && run::is_pruned(*now[i].exit)) text += " (" + now[i].exit->what + ")";
                progress_.say(text);
            }
        }
    }

    /// Trains a single run longer that was faster than planned.
    void train_longer() {
        const double left = progress_.stop_at() - monotonic_seconds();
        const double in_one = run::epoch_steps(search_->check());
        if (!plan_->is_single() || !rows_[0].finished || plan_->rest_seconds <= 0 || is_over() || in_one <= 0)
            return;
        const std::int64_t more = search_->cost().steps_within(longer_share * left / slowness_);
        const std::int64_t total = std::min(plan_->full_steps, plan_->steps + more);
        if (static_cast<double>(total) < least_gain * static_cast<double>(plan_->steps)) return;
        progress_.say(fmt::format("{} continues from step {} to {}", rows_[0].setting, plan_->steps, total));
        rows_[0] = trained_again(0, [&](const event::RunFolder& run) {
            run::start_again(run, static_cast<double>(total) / in_one);
        });
    }

    /// Completes pruned runs of the recommended rate, so that its deviation includes all its seeds; then of
    /// its seed, so that they can be averaged.
    void complete_pruned() {
        const std::optional<std::size_t> best = run::recommended_row(rows_, metrics_);
        if (!best) return;
        for (const bool by_rate : {true, false})
            for (std::size_t i = 0; i < rows_.size(); ++i) {
                const bool is_meant =
                    by_rate ? rows_[i].rate == rows_[*best].rate : rows_[i].seed == rows_[*best].seed;
                const double end = monotonic_seconds() + pruned_share * plan_->run_seconds * slowness_ +
                                   search_->cost().of_measure();
                if (rows_[i].state != run::pruned_state || !is_meant || is_over() ||
                    end > progress_.stop_at())
                    continue;
                progress_.say(fmt::format("{} continues to its end, as time is left", rows_[i].setting));
                rows_[i] = trained_again(i, [](const event::RunFolder& run) { run::start_again(run); });
            }
    }

    /// The run after `start` has resumed it and it has trained to its end, or when the time is over.
    run::BestRow trained_again(std::size_t which,
                               const std::function<void(const event::RunFolder&)>& start) const {
        const run::BestRow& before = rows_[which];
        while (event::RunLock::is_held(before.run) && !is_over()) // it may still draw plots
            std::this_thread::sleep_for(look_again);
        try {
            start(before.run);
        } catch (const Error& error) {
            progress_.say(error.line());
            return before;
        }
        wait_for(before.run);
        run::BestRow row = run::read_best_row(before.run, before.setting, metrics_);
        progress_.say(ending_of(row));
        return row;
    }

    /// Waits until the run has ended; stops it when the time is over.
    void wait_for(const event::RunFolder& run) const {
        bool stops = false;
        while (!event::read_exit(run) && event::RunLock::is_held(run)) {
            if (!stops && is_over()) {
                stops = true;
                run::stop_quietly(run);
            }
            std::this_thread::sleep_for(look_again);
        }
    }

    /// Measures the mean of the weights of runs of one seed, which have the same initial weights.
    void take_mean() try {
        const std::optional<std::size_t> best = run::recommended_row(rows_, metrics_);
        if (!best || !run::can_be_averaged(search_->check().preset)) return;
        run::MeanRow mean{{}, run::rows_to_average(rows_, *best)};
        const double measured = monotonic_seconds() + search_->cost().of_measure();
        if (mean.of.size() < 2 || is_over() || measured > progress_.stop_at()) return;
        std::vector<fs::path> models;
        for (const run::BestRow& row : mean.of)
            models.push_back(row.run.final_model());
        const fs::path root = rows_.front().run.root.parent_path();
        if (!run::write_mean_model(models, root / "mean-weights")) return;
        const event::RunFolder folder{root / "mean"};
        std::vector<std::string> sets = search_->sets();
        std::ranges::move(run::sets_to_measure(root / "mean-weights"), std::back_inserter(sets));
        if (const std::string& seed = mean.of.front().seed; !seed.empty())
            sets.push_back("training.seed=" + seed);
        progress_.say(
            fmt::format("mean of the weights of {} runs: measured by a run of one step", models.size()));
        run::start_new(options_.preset, sets, folder);
        wait_for(folder);
        mean.row = run::read_best_row(
            folder, fmt::format("mean of the weights of {} learning rates", models.size()), metrics_);
        progress_.say(ending_of(mean.row));
        mean_ = std::move(mean);
    } catch (const Error& error) {
        progress_.say(error.line());
    }

    std::string ending_of(const run::BestRow& row) const {
        std::string text = row.setting + ": " + row.state;
        if (row.monitored) text += fmt::format(", {} {:.4f}", metrics_.monitor, *row.monitored);
        return text;
    }

    int conclude() const {
        BestOutcome outcome{options_,
                            search_->chosen(),
                            metrics_,
                            plan_,
                            rows_,
                            run::recommended_row(rows_, metrics_),
                            mean_,
                            search_->step_seconds(),
                            progress_.elapsed()};
        if (options_.json)
            print_json(to_json(outcome));
        else
            print_outcome(outcome);
        if (Interruptible::signal() != 0 || !plan_) return static_cast<int>(ExitCode::stopped);
        return outcome.best ? 0 : first_failure_ != 0 ? first_failure_ : static_cast<int>(ExitCode::stopped);
    }

    const BestOptions& options_;
    const BestProgress progress_;
    std::optional<BestSearch> search_;
    std::optional<run::BestPlan> plan_;
    run::BestMetrics metrics_;
    std::vector<run::BestRow> rows_;
    std::optional<run::MeanRow> mean_;
    double stop_at_;      ///< in monotonic seconds
    double slowness_ = 1; ///< ratio of the sweep's actual time to the planned one
    int first_failure_ = 0;
};

} // namespace

int run_best(const BestOptions& options) {
    int count = 1;
    char name[] = "tunedesk";
    char* arguments[] = {name, nullptr};
    const QCoreApplication application(count, arguments); // required by QProcess
    return BestRunner(options).run();
}

} // namespace tunedesk::app
