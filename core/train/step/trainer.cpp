#include "train/step/trainer.h"

#include "base/activity.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/fault.h"
#include "base/text.h"
#include "model/loss.h"
#include "model/memory_meter.h"
#include "model/torch_headers.h"
#include "plan/data_specs.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <thread>

namespace tunedesk::train {

namespace memory = model::memory;

namespace {

/// Weights of the classes: none, balanced as scikit-learn's ("balanced": samples / (classes * count)), or a
/// list.
at::Tensor class_weights(const Preset& preset, const Datasets& sets) {
    const std::string& text = preset.training.class_weights;
    const std::size_t classes = sets.labels.names.size();
    if (text == "none" || text.empty()) return {};
    std::vector<float> weights;
    if (text == "balanced") {
        std::vector<double> counts(classes);
        for (const std::int32_t label : sets.train.labels)
            ++counts[static_cast<std::size_t>(label)];
        for (const double count : counts)
            weights.push_back(static_cast<float>(static_cast<double>(sets.train.size()) /
                                                 (static_cast<double>(classes) * std::max(1.0, count))));
    } else {
        plan::require_weights_fit(preset, classes);
        for (const std::string_view part : split(text, ','))
            weights.push_back(std::stof(std::string(part)));
    }
    return at::tensor(at::ArrayRef<float>(weights));
}

} // namespace

Trainer::Trainer(const Parts& parts, TrainState state)
    : parts_(parts), preset_(parts.preset), announcer_(parts.announcer), state_(std::move(state)),
      total_steps_(find_total(state_, parts.preset, parts.sampler)),
      last_epoch_(last_epoch(parts.preset, parts.sampler)), schedule_(parts.preset.training, total_steps_),
      reducer_(parts.group, parts.optimizer.trained(), parts.preset.parallel.bucket_mb),
      agreement_(parts.group), scaler_(parts.preset.precision),
      saver_({parts.preset, parts.folder, parts.checkpointer, parts.learner.model(), parts.optimizer,
              parts.group, parts.announcer},
             state_),
      class_weights_(class_weights(parts.preset, parts.sets)), lengths_(parts.sets.train.lengths()),
      on_device_(!parts.learner.model().placement().operations->fused), first_log_(state_.step == 0),
      skips_spikes_(preset_.training.loss_spike_factor > 0 &&
                    preset_.training.on_loss_spike == Preset::OnLossSpike::skip) {
    restore_scaler();
    const at::TensorOptions here(parts.device.place());
    step_loss_ = at::zeros({}, here.dtype(at::kDouble));
    step_correct_ = at::zeros({}, here.dtype(at::kLong));
    if (class_weights_.defined()) loss_weights_ = class_weights_.to(parts.device.place());
    announcer_.current_step = state_.step;
    memory::count_gradients(parts.optimizer.trained());
}

Outcome Trainer::run() {
    saver_.match_replicas(state_);
    announcer_.progress(event::training_phase, state_.step, total_steps_);
    while (state_.epoch <= last_epoch_ && !state_.finished) {
        if (run_epoch(state_.epoch) == After::stop) return Outcome::stopped;
        if (state_.step >= total_steps_) break;
    }
    state_.finished = true;
    drop_gradients();
    saver_.save_finished(state_);
    agreement_.exchange_now({state_.step, state_.updates}, [] { return 0; });
    return Outcome::finished;
}

Trainer::After Trainer::run_epoch(std::int64_t epoch) {
    const std::vector<data::StepBatches> steps = parts_.sampler.epoch(epoch, parts_before(state_));
    for (auto i = static_cast<std::size_t>(state_.steps_in_epoch);
         i < steps.size() && state_.step < total_steps_; ++i) {
        const bool trains = !is_passed_over();
        if (trains) {
            const double start = monotonic_seconds();
            const double prepared = parts_.execution.preparation().seconds();
            train_step(steps[i], learning_rate());
            const double seconds =
                monotonic_seconds() - start - (parts_.execution.preparation().seconds() - prepared);
            state_.train_seconds += seconds;
            state_.logged_seconds += seconds;
        }
        advance(steps[i]);
        const bool epoch_ends = i + 1 == steps.size() || state_.step == total_steps_;
        if (const After after = after_step(trains, epoch_ends); after != After::go_on) return after;
    }
    parts_.sets.require_unchanged();
    if (state_.steps_in_epoch < static_cast<std::int64_t>(steps.size())) return After::go_on; // total reached
    state_.epoch = epoch + 1;
    state_.steps_in_epoch = state_.samples_in_epoch = 0;
    state_.dealt_before.clear();
    return After::go_on;
}

/// The rate of the next update, should all steps that are not read yet be finite.
double Trainer::learning_rate() const {
    return schedule_.at(state_.updates + static_cast<std::int64_t>(open_steps_.size()), state_.epoch);
}

void Trainer::train_step(const data::StepBatches& plan, double learning_rate) {
    const auto rank = static_cast<std::size_t>(parts_.group.world().rank);
    const bool keeps_gradients = parts_.group.data() != nullptr || parts_.execution.keeps_gradients();
    model::Pass pass{.training = true,
                     .seed = static_cast<std::uint64_t>(preset_.training.seed),
                     .step = static_cast<std::uint32_t>(state_.step),
                     .micro_batches =
                         static_cast<std::uint32_t>(preset_.training.gradient_accumulation_steps),
                     .rank = static_cast<std::uint32_t>(rank),
                     .sparse = parts_.optimizer.takes_sparse() && !keeps_gradients};
    const double weight = weight_of(plan);
    step_loss_.zero_();
    step_correct_.zero_();

    parts_.optimizer.begin_step(learning_rate, keeps_gradients);
    for (std::size_t micro = 0; micro < plan.micro_batches.size(); ++micro) {
        const auto& samples = plan.micro_batches[micro][rank];
        pass.micro_batch = static_cast<std::uint32_t>(micro);
        memory::enter(memory::Phase::forward);
        std::shared_ptr<const model::Batch> batch; // none where this rank has no samples
        if (!samples.empty()) batch = parts_.execution.batch(parts_.sets.train, samples, weight);
        parts_.execution.passes(batch, pass, [&](const model::Pass& this_pass) {
            const at::Tensor loss = batch ? forward(batch, this_pass, weight) : at::Tensor();
            if (on_device_) memory::keep_all();
            memory::enter(memory::Phase::backward);
            TUNEDESK_FAULT_AT("backward");
            reducer_.backward(scaler_.scaled(loss), micro + 1 == plan.micro_batches.size());
        });
    }
    memory::enter(memory::Phase::step);
    if (skips_update()) {
        gradient_norm_ = NAN; // not measured
        return;
    }
    // Clips and updates, unless the reduced gradients are not finite, which all ranks see alike.
    const bool skips = TUNEDESK_FAULT_AT("optimizer") == "skip";
    const at::Tensor gradient_norm =
        skips ? at::full({}, NAN, at::kDouble)
              : parts_.execution.update([&] { return parts_.optimizer.update(scaler_.scale()); });
    open_steps_.push_back({state_.step + 1, LateValue(gradient_norm)});
}

/// The loss of a micro-batch, which is added to the step's, as are its right predictions.
at::Tensor Trainer::forward(const std::shared_ptr<const model::Batch>& batch, const model::Pass& pass,
                            double weight) {
    TUNEDESK_FAULT_AT("forward");
    const at::Tensor logits = parts_.learner.forward(parts_.sets.train, batch, pass);
    const double smoothing = preset_.training.label_smoothing_factor;
    const model::Operations& operations = *parts_.learner.model().placement().operations;
    const model::LossParts parts = operations.cross_entropy(logits, *batch, loss_weights_, smoothing, weight);
    at::Tensor loss = parts.total;
    if (TUNEDESK_FAULT_AT("loss") == "nan") loss = loss * std::numeric_limits<float>::quiet_NaN();
    step_loss_.add_(loss.detach());
    step_correct_.add_(parts.correct);
    return loss;
}

double Trainer::try_step(const data::StepBatches& plan, double learning_rate) {
    train_step(plan, learning_rate);
    for (const OpenStep& step : open_steps_)
        state_.updates += std::isfinite(step.gradient_norm.get());
    open_steps_.clear();
    ++state_.step;
    return step_loss_.item<double>();
}

void Trainer::advance(const data::StepBatches& plan) {
    ++state_.step;
    ++state_.steps_in_epoch;
    state_.samples_in_epoch += plan.samples;
    announcer_.current_step = state_.step;
    announcer_.collectives = parts_.group.collectives();
    step_samples_ = plan.samples;
    const std::int64_t tokens = tokens_of(plan);
    state_.train_tokens += tokens;
    state_.logged_tokens += tokens;
    state_.logged_samples += plan.samples;
    ++state_.logged_steps;
}

Trainer::After Trainer::after_step(bool trained, bool epoch_ends) {
    const bool last = state_.step == total_steps_;
    const bool logs =
        trained && preset_.logging.level != Preset::LogLevel::none &&
        (first_log_ || last || state_.step % std::max<std::int64_t>(1, preset_.logging.every_n_steps) == 0);
    const bool reads_all = // the next step's loss scale follows from this one
        !on_device_ || scaler_.scales() || logs || last || epoch_ends || evaluates(epoch_ends) ||
        saves(epoch_ends);
    if (const After after = settle(reads_all ? 0 : 1); after != After::go_on) return after;
    if (logs) log_step();
    return between_steps(epoch_ends);
}

/// Reads the steps that are still open, but for the newest `leave_open`.
Trainer::After Trainer::settle(std::size_t leave_open) {
    while (open_steps_.size() > leave_open) {
        const double start = monotonic_seconds();
        const std::int64_t step = open_steps_.front().step;
        {
            // On a device the host waits for collectives here.
            const activity::Waiting waiting(parts_.group.data() ? activity::Wait::ranks
                                                                : activity::Wait::nothing);
            gradient_norm_ = open_steps_.front().gradient_norm.get();
        }
        const double seconds = monotonic_seconds() - start; // the host waited for the device's work
        state_.train_seconds += seconds;
        state_.logged_seconds += seconds;
        open_steps_.pop_front();
        if (const After after = judge(step, gradient_norm_); after != After::go_on) return after;
    }
    return After::go_on;
}

/// What follows from a step's gradient norm, which all ranks know alike.
Trainer::After Trainer::judge(std::int64_t step, double gradient_norm) {
    std::optional<std::string> overflow;
    const double scale = scaler_.scale();
    if (std::isfinite(gradient_norm)) {
        ++state_.updates;
        state_.nonfinite_in_row = 0;
        scaler_.grow();
    } else if (overflow = scaler_.back_off(); overflow && parts_.group.world().leads()) {
        announcer_.warn(fmt::format("step {}: {}", step, *overflow));
    }
    if (scaler_.scales()) state_.scaler = scaler_.state();
    follow_scale(scale);
    return std::isfinite(gradient_norm) || overflow ? After::go_on : handle_nonfinite(step, gradient_norm);
}

void Trainer::restore_scaler() {
    const double scale = scaler_.scale();
    if (scaler_.scales() && state_.scaler) scaler_.restore(*state_.scaler);
    follow_scale(scale);
}

/// A step's work holds the loss scale as a number of the host.
void Trainer::follow_scale(double before) {
    if (scaler_.scale() != before) parts_.execution.forget();
}

bool Trainer::evaluates(bool epoch_ends) const {
    const auto& evaluation = preset_.evaluation;
    const bool last = state_.step == total_steps_;
    return parts_.sets.validation.size() > 0 &&
           ((evaluation.strategy == Preset::EvalStrategy::epoch && epoch_ends) ||
            (evaluation.strategy == Preset::EvalStrategy::steps && evaluation.every_n_steps > 0 &&
             (state_.step % evaluation.every_n_steps == 0 || last)));
}

bool Trainer::saves(bool epoch_ends) const {
    const std::int64_t every = preset_.checkpoint.every_n_steps;
    return preset_.logging.level != Preset::LogLevel::none && state_.step != total_steps_ &&
           !state_.finished && (every > 0 ? state_.step % every == 0 : epoch_ends);
}

Trainer::After Trainer::between_steps(bool epoch_ends) {
    announcer_.progress(event::training_phase, state_.step, total_steps_);
    // Known before the checkpoint of this step: a resume from it must not train on.
    const bool evaluated = evaluates(epoch_ends);
    if (evaluated && evaluate_now()) state_.finished = true;
    const bool saved = saves(epoch_ends);
    if (saved) saver_.save(state_);
    // A rank that hangs in the next step hangs in training.
    if (evaluated || saved) announcer_.progress(event::training_phase, state_.step, total_steps_);
    const After obeyed = obey(
        agreement_.exchange({state_.step, state_.updates}, static_cast<int>(announcer_.channel().command())));
    return state_.finished && obeyed == After::go_on ? After::early_stop : obeyed;
}

double Trainer::weight_of(const data::StepBatches& plan) const {
    if (!class_weights_.defined()) return static_cast<double>(plan.samples);
    const float* weights = class_weights_.const_data_ptr<float>();
    double total = 0;
    for (const auto& micro : plan.micro_batches)
        for (const auto& rank : micro)
            for (const std::uint32_t sample : rank)
                total += static_cast<double>(weights[parts_.sets.train.labels[sample]]);
    return total;
}

std::int64_t Trainer::tokens_of(const data::StepBatches& plan) const {
    std::int64_t tokens = 0;
    for (const auto& micro : plan.micro_batches)
        for (const auto& rank : micro)
            for (const std::uint32_t sample : rank)
                tokens += lengths_[sample];
    return tokens;
}

void Trainer::log_step() {
    double sums[] = {step_loss_.item<double>(), static_cast<double>(step_correct_.item<std::int64_t>())};
    parts_.group.sum(sums);
    event::StepEvent step;
    step.step = state_.step;
    step.epoch = static_cast<double>(state_.epoch) +
                 static_cast<double>(state_.samples_in_epoch) / static_cast<double>(parts_.sets.train.size());
    step.loss = sums[0];
    step.accuracy = sums[1] / static_cast<double>(std::max<std::int64_t>(1, step_samples_));
    step.learning_rate = schedule_.at(std::max<std::int64_t>(0, state_.updates - 1), state_.epoch);
    step.grad_norm = gradient_norm_;
    step.samples = state_.logged_samples;
    step.tokens = state_.logged_tokens;
    step.step_seconds = state_.logged_seconds / static_cast<double>(state_.logged_steps);
    step.rss_bytes = resident_bytes();
    step.gpu_allocated_bytes = parts_.device.memory().allocated;
    announcer_.step(step);
    state_.logged_samples = state_.logged_tokens = state_.logged_steps = 0;
    state_.logged_seconds = 0;
    first_log_ = false;
    if (!skips_spikes_) watch_loss(step.loss, state_.step, "");
}

/// Whether all ranks leave this step's update out because of its loss. The loss is their sum: all agree.
bool Trainer::skips_update() {
    if (!skips_spikes_) return false;
    double loss[] = {step_loss_.item<double>()};
    parts_.group.sum(loss);
    return watch_loss(loss[0], state_.step + 1, "; its update is left out");
}

} // namespace tunedesk::train
