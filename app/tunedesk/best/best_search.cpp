// SPDX-License-Identifier: GPL-3.0-or-later
#include "best/best_search.h"

#include "preset/schema/device_types.h"
#include "run/best/best_settings.h"
#include "searched_preset.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::app {

namespace {

/// Fractions of the time at which the search for batches, and for rates, ends.
constexpr double batch_share = 0.15, rate_share = 0.35;
constexpr double short_rate_share = 0.05; ///< for rates, if the time allows only one run
/// On processors, batches of usual_batch samples are at most most_batch_gain times slower than the fastest
/// size.
constexpr int usual_batch = 8;
constexpr double most_batch_gain = 1.5;
constexpr double least_type_gain = 1.2; ///< speed-up of bf16; smaller ones may be noise

} // namespace

BestSearch::BestSearch(const BestOptions& options, const BestProgress& progress)
    : options_(options), progress_(progress), sets_(options.sets) {
    choose_data();
    choose_precision();
    choose_batch();
    choose_rate();
    make_plan();
}

void BestSearch::set(const std::string& key, const std::string& value) {
    chosen_.push_back(key + "=" + value);
    sets_.push_back(chosen_.back());
}

void BestSearch::choose_data() {
    const Preset given = preset::load_draft(options_.preset, sets_).loaded.preset;
    const Preset::Data& data = given.data;
    if (data.validation.empty() && data.validation_split == 0 && data.split_file.empty()) {
        set("data.validation_split", "0.1");
        progress_.say("validation: 10 % of the training rows, as the preset has none");
    }
    choose_schedule(given.training);
    check_ = checked_for_search(options_.preset, sets_);
    const std::size_t before = chosen_.size();
    const int most = check_.preset.data.max_length;
    if (run::has_free_length(check_.preset)) {
        const int length = run::choose_length(check_.inputs.train_lengths, most);
        if (length < most) set("data.max_length", fmt::to_string(length));
        progress_.say(
            fmt::format("length: {} tokens cover 98 % of the rows, or are the preset's limit", length));
    }
    if (chosen_.size() > before) check_ = checked_for_search(options_.preset, sets_);
}

/// A constant rate suits runs with an open end; these have a planned one.
void BestSearch::choose_schedule(const Preset::Training& training) {
    const bool is_default = training.lr_scheduler_type == Preset::Scheduler::constant &&
                            training.warmup_steps == 0 && training.warmup_ratio == 0;
    const bool is_asked = std::ranges::any_of(
        options_.sets, [](const std::string& set) { return set.starts_with("training.lr_scheduler_type="); });
    if (!is_default || is_asked) return;
    schedule_ = {"training.lr_scheduler_type=linear", "training.warmup_ratio=0.1"};
    for (std::vector<std::string>* sets : {&chosen_, &sets_})
        sets->insert(sets->end(), schedule_.begin(), schedule_.end());
    progress_.say("schedule: linear to 0 after 10 % warm-up, as the preset's rate is constant");
}

/// On processors: bf16 gives equally good models as fp32, with more steps if its products are faster.
void BestSearch::choose_precision() {
    limit_ = run::usual_batch_limit(check_);
    const int own = check_.preset.training.per_device_train_batch_size;
    const double begun = monotonic_seconds();
    known_ = run::try_batch(check_, own, limit_);
    start_seconds_ = monotonic_seconds() - begun;
    const Preset::Precision& given = check_.preset.precision;
    const bool is_asked = std::ranges::any_of(
        options_.sets, [](const std::string& set) { return set.starts_with("precision."); });
    const bool is_fp32 = given.compute == Preset::Compute::fp32 && given.params == Preset::Compute::fp32;
    if (is_asked || !is_fp32 || check_.cuda || !known_.fits || !preset::processor_types().bf16) return;
    run::Check other = check_;
    other.preset.precision.compute = Preset::Compute::bf16;
    const run::TriedBatch trial = run::try_batch(other, own, limit_);
    const double gain = trial.tokens_per_second / std::max(1e-9, known_.tokens_per_second);
    const bool is_taken = trial.fits && gain > least_type_gain;
    progress_.say(fmt::format("precision: {}, as bf16 makes a step {:.1f} times as fast",
                              is_taken ? "bf16" : "fp32", gain));
    if (!is_taken) return;
    set("precision.compute", "bf16");
    known_ = trial;
    check_ = checked_for_search(options_.preset, sets_);
}

/// If the time allows only one run with any batch, it is the preset's: there is nothing to compare others
/// with. A larger batch does not help either if the preset's allows several whole runs: it makes fewer
/// updates with the same rows.
void BestSearch::choose_batch() {
    const int own = known_.size;
    const bool is_kept = known_.fits && own >= usual_batch;
    const double usual = run::usual_step_seconds(check_, known_);
    const auto quickest =
        is_kept && !check_.cuda ? plan_with(usual / most_batch_gain, monotonic_seconds()) : std::nullopt;
    is_alone_ = is_kept && !check_.cuda && (!quickest || quickest->is_single());
    const auto kept = is_kept ? plan_with(usual, progress_.at(rate_share)) : std::nullopt;
    if (is_alone_ || (kept && kept->has_whole_choice())) {
        step_seconds_ = usual;
        progress_.say(fmt::format("batch: {}, the preset's, as the time allows {}", own,
                                  is_alone_ ? "only one run" : "several whole runs with it"));
        return;
    }
    const std::vector<run::TriedBatch> tried = run::try_batches(
        check_, known_, limit_, progress_.at(batch_share), [&](const run::TriedBatch& trial) {
            progress_.say(fmt::format(
                "batch of {}: {}", trial.size,
                trial.fits ? grouped(static_cast<std::uint64_t>(trial.tokens_per_second)) + " tokens/s"
                           : "does not fit into memory"));
        });
    const std::optional<int> size = run::choose_batch(tried, own);
    if (!size) throw Error(ErrorId::batch_size_too_large, {human_bytes(limit_)});
    step_seconds_ = run::usual_step_seconds(check_, *std::ranges::find(tried, *size, &run::TriedBatch::size));
    progress_.say(fmt::format("batch: {}", *size));
    if (*size == own) return;
    set("training.per_device_train_batch_size", fmt::to_string(*size));
    check_ = checked_for_search(options_.preset, sets_);
}

/// A search whose result only one run can use takes little time, or none: the run is more valuable.
void BestSearch::choose_rate() {
    if (is_alone_) {
        found_ = own_rate(step_seconds_);
        progress_.say(fmt::format("learning rate: {:.2g}, the preset's", found_.rate));
    } else {
        const auto plan = plan_with(step_seconds_, progress_.at(rate_share));
        const double until = plan && !plan->is_single() ? progress_.at(rate_share)
                                                        : monotonic_seconds() + start_seconds_ +
                                                              short_rate_share * progress_.seconds();
        found_ = run::find_rate(check_.preset, {until, step_seconds_, start_seconds_}, [&](double rate) {
            if (!progress_.is_quiet()) show_progress(fmt::format("{:.1e}", rate));
        });
        if (!progress_.is_quiet()) show_progress({});
        progress_.say(fmt::format("learning rate: {:.2g}{}; a step takes {:.3f} s", found_.rate,
                                  found_.is_suggested ? "" : ", the preset's: the steps suggest none",
                                  found_.step_seconds));
    }
    cost_ = run::cost_of(check_, found_);
}

/// Treats the preset's rate as a found one, with half and twice of it.
run::FoundRate BestSearch::own_rate(double step_seconds) const {
    const double rate = check_.preset.training.learning_rate;
    return {.rate = rate,
            .lowest = rate / 2,
            .highest = 2 * rate,
            .step_seconds = step_seconds,
            .start_seconds = start_seconds_};
}

/// What fits into the remaining time if a step takes this long; std::nullopt if nothing does.
std::optional<run::BestPlan> BestSearch::plan_with(double step_seconds, double from) const {
    const run::FoundRate expected = own_rate(step_seconds);
    return run::plan_best(run::cost_of(check_, expected), limits_after(from, expected));
}

run::BestLimits BestSearch::limits_after(double time, const run::FoundRate& found) const {
    return {.seconds = progress_.stop_at() - time,
            .full_steps = run::wanted_steps(check_),
            .rate = found.rate,
            .own_rate = check_.preset.training.learning_rate,
            .lowest_rate = found.lowest,
            .highest_rate = found.highest};
}

void BestSearch::make_plan() {
    const run::BestLimits limits = limits_after(monotonic_seconds(), found_);
    cost_.evaluations = run::affordable_evaluations(cost_, limits.seconds);
    plan_ = run::plan_best(cost_, limits);
    if (plan_ && plan_->is_single()) {
        plan_single_run();
        cost_.evaluations = std::min(cost_.evaluations, run::whole_epochs(check_, plan_->steps));
        plan_ = run::plan_best(cost_, limits);
    }
    progress_.say(plan_ ? run::text_of(*plan_) : "the remaining time is too short for ten steps");
}

/// A single run uses the preset's own settings if there is time: at the preset's rate a decay costs more than
/// it gains, and a run with a constant rate continues if steps are faster than planned. The mean of its
/// weights replaces the decay.
void BestSearch::plan_single_run() {
    const std::size_t before = chosen_.size();
    for (std::vector<std::string>* sets : {&chosen_, &sets_})
        std::erase_if(*sets, [this](const std::string& set) {
            return std::ranges::find(schedule_, set) != schedule_.end();
        });
    if (chosen_.size() < before) progress_.say("schedule: the preset's, as there is only one run");
    const Preset& preset = check_.preset;
    const bool is_constant =
        !schedule_.empty() || preset.training.lr_scheduler_type == Preset::Scheduler::constant;
    const bool takes_mean = preset.parallel.pipeline_stages == 1 && preset.parallel.tensor_size == 1 &&
                            preset.memory.offload.empty() && preset.training.ema_decay == 0;
    if (!is_constant || !takes_mean) return;
    set("training.ema_decay", "0.999");
    progress_.say("mean of the weights: over about the last tenth of the steps, as there is only one run");
}

} // namespace tunedesk::app
