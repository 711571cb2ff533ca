// SPDX-License-Identifier: GPL-3.0-or-later
#include "best/best_run.h"

#include "base/clock.h"
#include "base/text.h"
#include "best/best_outcome.h"
#include "event/folder/run_lock.h"
#include "interruptible.h"
#include "output.h"
#include "run/best/best_result.h"
#include "run/best/best_settings.h"
#include "run/best/best_sweep.h"
#include "run/queue/pruning.h"
#include "searched_preset.h"

#include <QCoreApplication>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <thread>

namespace tunedesk::app {

namespace {

/// Of the time, until when batches and rates are tried.
constexpr double batch_share = 0.15, rate_share = 0.35;
constexpr double short_rate_share = 0.05; ///< for rates, where the time allows one run alone
/// On processors, batches of so many samples are at most so much slower than the fastest one.
constexpr int usual_batch = 8;
constexpr double most_batch_gain = 1.5;
/// For a stop: the step under way, the checkpoint, the end of the processes.
constexpr double stop_share = 0.05, least_stop_seconds = 4, most_stop_seconds = 15;
/// Of the rest of the time: what a run that trains on is planned for, and how much longer it is to be.
constexpr double longer_share = 0.95, least_gain = 1.15;
constexpr double least_slowness = 0.5; ///< of one run alone, whose planned time a few steps have said
constexpr auto look_again = std::chrono::milliseconds(300);

class BestRunner {
public:
    explicit BestRunner(const BestOptions& options)
        : options_(options), sets_(options.sets), begun_(monotonic_seconds()),
          seconds_(60 * options.minutes) {}

    int run() {
        say(fmt::format("{} for {}", human_duration(seconds_), options_.preset));
        choose_data();
        choose_batch();
        choose_rate();
        make_plan();
        if (plan_) {
            const Interruptible interruptible;
            train();
            train_longer();
            complete_pruned();
        }
        return conclude();
    }

private:
    double elapsed() const { return monotonic_seconds() - begun_; }
    double at(double share) const { return begun_ + share * seconds_; }
    double stop_at() const {
        return begun_ + seconds_ - std::clamp(stop_share * seconds_, least_stop_seconds, most_stop_seconds);
    }

    void say(const std::string& text) const {
        if (options_.json) return;
        print_text("[{}] {}\n", human_duration(elapsed()), text);
        std::fflush(stdout);
    }

    void set(const std::string& key, const std::string& value) {
        chosen_.push_back(key + "=" + value);
        sets_.push_back(chosen_.back());
    }

    void choose_data() {
        const Preset given = preset::load_draft(options_.preset, sets_).loaded.preset;
        const Preset::Data& data = given.data;
        if (data.validation.empty() && data.validation_split == 0 && data.split_file.empty()) {
            set("data.validation_split", "0.1");
            say("validation: 10 % of the training rows, for the preset has none");
        }
        choose_schedule(given.training);
        check_ = checked_for_search(options_.preset, sets_);
        const std::size_t before = chosen_.size();
        const int most = check_.preset.data.max_length;
        if (run::has_free_length(check_.preset)) {
            const int length = run::choose_length(check_.inputs.train_lengths, most);
            if (length < most) set("data.max_length", fmt::to_string(length));
            say(fmt::format("length: {} tokens cover 98 % of the rows, or are the preset's limit", length));
        }
        if (chosen_.size() > before) check_ = checked_for_search(options_.preset, sets_);
    }

    /// A constant rate suits runs whose end is open; these have one.
    void choose_schedule(const Preset::Training& training) {
        const bool is_default = training.lr_scheduler_type == Preset::Scheduler::constant &&
                                training.warmup_steps == 0 && training.warmup_ratio == 0;
        const bool is_asked = std::ranges::any_of(options_.sets, [](const std::string& set) {
            return set.starts_with("training.lr_scheduler_type=");
        });
        if (!is_default || is_asked) return;
        schedule_ = {"training.lr_scheduler_type=linear", "training.warmup_ratio=0.1"};
        for (std::vector<std::string>* sets : {&chosen_, &sets_})
            sets->insert(sets->end(), schedule_.begin(), schedule_.end());
        say("schedule: linear to 0 after a tenth of warm-up, for the preset's rate is constant");
    }

    /// Where the time allows one run whatever the batch, it is the preset's: others have nothing to be
    /// compared with.
    void choose_batch() {
        const std::uint64_t limit = run::usual_batch_limit(check_);
        const int own = check_.preset.training.per_device_train_batch_size;
        const double begun = monotonic_seconds();
        const run::TriedBatch known = run::try_batch(check_, own, limit);
        start_seconds_ = monotonic_seconds() - begun;
        if (known.fits && !check_.cuda && own >= usual_batch &&
            !has_choice(known.step_seconds / most_batch_gain, monotonic_seconds())) {
            step_seconds_ = known.step_seconds;
            is_alone_ = true;
            say(fmt::format("batch: {}, the preset's, for the time allows only one run", own));
            return;
        }
        const std::vector<run::TriedBatch> tried =
            run::try_batches(check_, known, limit, at(batch_share), [&](const run::TriedBatch& trial) {
                say(fmt::format("batch of {}: {}", trial.size,
                                trial.fits ? grouped(static_cast<std::uint64_t>(trial.tokens_per_second)) +
                                                 " tokens/s"
                                           : "does not fit into memory"));
            });
        const std::optional<int> size = run::choose_batch(tried);
        if (!size) throw Error(ErrorId::batch_size_too_large, {human_bytes(limit)});
        step_seconds_ = std::ranges::find(tried, *size, &run::TriedBatch::size)->step_seconds;
        say(fmt::format("batch: {}", *size));
        if (*size == own) return;
        set("training.per_device_train_batch_size", fmt::to_string(*size));
        check_ = checked_for_search(options_.preset, sets_);
    }

    /// A search of which one run alone could make use takes little time, or none: that run is worth more.
    void choose_rate() {
        if (is_alone_) {
            found_ = own_rate(step_seconds_);
            say(fmt::format("learning rate: {:.2g}, the preset's", found_.rate));
        } else {
            const double until = has_choice(step_seconds_, at(rate_share))
                                     ? at(rate_share)
                                     : monotonic_seconds() + start_seconds_ + short_rate_share * seconds_;
            found_ = run::find_rate(check_.preset, {until, step_seconds_, start_seconds_}, [&](double rate) {
                if (!options_.json) show_progress(fmt::format("{:.1e}", rate));
            });
            if (!options_.json) show_progress({});
            say(fmt::format("learning rate: {:.2g}{}; a step takes {:.3f} s", found_.rate,
                            found_.is_suggested ? "" : ", the preset's: the steps suggest none",
                            found_.step_seconds));
        }
        cost_ = run::cost_of(check_, found_);
    }

    /// As if it had been found, with half and twice of it.
    run::FoundRate own_rate(double step_seconds) const {
        const double rate = check_.preset.training.learning_rate;
        return {.rate = rate,
                .lowest = rate / 2,
                .highest = 2 * rate,
                .step_seconds = step_seconds,
                .start_seconds = start_seconds_};
    }

    /// Whether there is time for several runs from then on, if a step takes so long.
    bool has_choice(double step_seconds, double from) const {
        const run::FoundRate expected = own_rate(step_seconds);
        const auto plan = run::plan_best(run::cost_of(check_, expected), limits_after(from, expected));
        return plan && !plan->is_single();
    }

    run::BestLimits limits_after(double time, const run::FoundRate& found) const {
        return {.seconds = stop_at() - time,
                .full_steps = run::wanted_steps(check_),
                .rate = found.rate,
                .own_rate = check_.preset.training.learning_rate,
                .lowest_rate = found.lowest,
                .highest_rate = found.highest};
    }

    void make_plan() {
        const run::BestLimits limits = limits_after(monotonic_seconds(), found_);
        cost_.evaluations = run::affordable_evaluations(cost_, limits.seconds);
        plan_ = run::plan_best(cost_, limits);
        if (plan_ && plan_->is_single()) plan_single_run();
        say(plan_ ? run::text_of(*plan_) : "the time that is left does not suffice for ten steps");
    }

    /// One run alone is the preset's own, as long as there is time: at the preset's rate a decay costs more
    /// than it gains, and a constant rate's run trains on where steps take less time than planned. The mean
    /// of its weights has what a decay would have brought.
    void plan_single_run() {
        const std::size_t before = chosen_.size();
        for (std::vector<std::string>* sets : {&chosen_, &sets_})
            std::erase_if(*sets, [this](const std::string& set) {
                return std::ranges::find(schedule_, set) != schedule_.end();
            });
        if (chosen_.size() < before) say("schedule: the preset's after all, for one run alone");
        const Preset& preset = check_.preset;
        const bool is_constant =
            !schedule_.empty() || preset.training.lr_scheduler_type == Preset::Scheduler::constant;
        const bool takes_mean = preset.parallel.pipeline_stages == 1 && preset.parallel.tensor_size == 1 &&
                                preset.memory.offload.empty() && preset.training.ema_decay == 0;
        if (!is_constant || !takes_mean) return;
        set("training.ema_decay", "0.999");
        say("mean of the weights: over the last tenth of the steps or so, for one run alone");
    }

    std::vector<run::QueuedRun> placed_runs() const {
        const auto read = [&](std::span<const std::string> swept) {
            std::vector<std::string> sets = sets_;
            const std::vector<std::string> planned = run::sets_of(*plan_, cost_.evaluations);
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
            if (!stops && is_over()) {
                stops = true;
                say("stopping the runs: each saves a checkpoint");
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

    /// Whether the time ends, or the user has asked for it.
    bool is_over() const { return Interruptible::signal() != 0 || monotonic_seconds() > stop_at(); }

    void report_changes(const std::vector<run::SweptRun>& before,
                        const std::vector<run::SweptRun>& now) const {
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (before[i].state == now[i].state) continue;
            if (now[i].state == run::SweptRun::State::trains) {
                say(fmt::format("{} of {}: {} trains", i + 1, now.size(), now[i].setting));
            } else if (now[i].state == run::SweptRun::State::ended) {
                const run::BestRow row = run::read_best_row(now[i].folder, now[i].setting, metrics_);
                std::string text = fmt::format("{} of {}: {}", i + 1, now.size(), ending_of(row));
                if (now[i].exit && run::is_pruned(*now[i].exit)) text += " (" + now[i].exit->what + ")";
                say(text);
            }
        }
    }

    void train_longer() {
        const std::optional<std::size_t> best = run::recommended_row(rows_, metrics_);
        const double left = stop_at() - monotonic_seconds(), in_one = run::epoch_steps(check_);
        if (!best || !rows_[*best].finished || plan_->rest_seconds <= 0 || is_over() || in_one <= 0) return;
        const std::int64_t more = cost_.steps_within(longer_share * left / slowness_);
        const std::int64_t total = std::min(plan_->full_steps, plan_->steps + more);
        if (static_cast<double>(total) < least_gain * static_cast<double>(plan_->steps)) return;
        say(fmt::format("{} trains on from step {} to {}", rows_[*best].setting, plan_->steps, total));
        longer_ = trained_again(*best, static_cast<double>(total) / in_one);
    }

    /// Of the recommended rate, so that its deviation is one of all its seeds.
    void complete_pruned() {
        const std::optional<std::size_t> best = run::recommended_row(rows_, metrics_);
        for (std::size_t i = 0; best && i < rows_.size(); ++i) {
            const bool is_meant = rows_[i].state == run::pruned_state && rows_[i].rate == rows_[*best].rate;
            if (!is_meant || is_over() || monotonic_seconds() + plan_->run_seconds * slowness_ > stop_at())
                continue;
            say(fmt::format("{} trains on to its end, for there is time", rows_[i].setting));
            rows_[i] = trained_again(i, {});
        }
    }

    /// The run once it has trained to its end, or the time was over.
    run::BestRow trained_again(std::size_t which, std::optional<double> epochs) const {
        const run::BestRow& before = rows_[which];
        try {
            run::start_again(before.run, epochs);
        } catch (const Error& error) {
            say(error.line());
            return before;
        }
        bool stops = false;
        while (!event::read_exit(before.run) && event::RunLock::is_held(before.run)) {
            if (!stops && is_over()) {
                stops = true;
                run::stop_quietly(before.run);
            }
            std::this_thread::sleep_for(look_again);
        }
        run::BestRow row = run::read_best_row(before.run, before.setting, metrics_);
        say(ending_of(row));
        return row;
    }

    std::string ending_of(const run::BestRow& row) const {
        std::string text = row.setting + ": " + row.state;
        if (row.monitored) text += fmt::format(", {} {:.4f}", metrics_.monitor, *row.monitored);
        return text;
    }

    int conclude() const {
        BestOutcome outcome{options_, chosen_,
                            metrics_, plan_,
                            rows_,    run::recommended_row(rows_, metrics_),
                            longer_,  found_.step_seconds,
                            elapsed()};
        if (options_.json)
            print_json(to_json(outcome));
        else
            print_outcome(outcome);
        if (Interruptible::signal() != 0 || !plan_) return static_cast<int>(ExitCode::stopped);
        return outcome.best ? 0 : first_failure_ != 0 ? first_failure_ : static_cast<int>(ExitCode::stopped);
    }

    const BestOptions& options_;
    std::vector<std::string> sets_, chosen_; ///< assignments; those that were chosen here
    std::vector<std::string> schedule_;      ///< of those, the schedule's
    const double begun_, seconds_;
    run::Check check_; ///< of the preset with what was chosen so far
    double step_seconds_ = 0, start_seconds_ = 0;
    bool is_alone_ = false; ///< whatever the batch, the time allows one run
    run::FoundRate found_;
    run::RunCost cost_;
    std::optional<run::BestPlan> plan_;
    run::BestMetrics metrics_;
    std::vector<run::BestRow> rows_;
    std::optional<run::BestRow> longer_; ///< the recommended one after it has trained on
    double slowness_ = 1;                ///< of the sweep: the time it took, in parts of the planned one
    int first_failure_ = 0;
};

} // namespace

int run_best(const BestOptions& options) {
    int count = 1;
    char name[] = "tunedesk";
    char* arguments[] = {name, nullptr};
    const QCoreApplication application(count, arguments); // QProcess wants one
    return BestRunner(options).run();
}

} // namespace tunedesk::app
