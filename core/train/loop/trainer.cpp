// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/loop/trainer.h"

#include "base/activity.h"
#include "base/clock.h"
#include "base/error.h"
#include "memory/torch_headers.h"
#include "preset/schema/placement.h"
#include "train/task/trained_task.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace tunedesk::train {

namespace {

parallel::Agreement::Position position_of(const TrainState& state) {
    return {state.step, state.updates};
}

TrainStep::Draw draw_of(const Trainer::Parts& parts) {
    const auto& training = parts.preset.training;
    return {static_cast<std::uint64_t>(training.seed),
            static_cast<std::uint32_t>(micro_batches_of(parts.preset)),
            static_cast<std::uint32_t>(parts.strategy.data_rank()),
            static_cast<std::uint32_t>(parts.sampler.spec().world_size)};
}

PassOrder order_of(const Trainer::Parts& parts) {
    const StageLink* const link = parts.trainable.link();
    if (!link) return {};
    using enum parallel::PipelineSchedule;
    const bool all_first = parts.preset.parallel.pipeline_schedule == Preset::PipelineSchedule::gpipe;
    return {all_first ? gpipe : one_forward_one_backward, link->stages(), link->stage()};
}

Average average_of(const Trainer::Parts& parts) {
    return train::average_of(parts.preset, static_cast<std::size_t>(parts.sampler.spec().world_size));
}

/// Whether the run ends when a rank has no batch left.
bool raises(const Trainer::Parts& parts) {
    return average_of(parts) != Average::samples && parts.preset.parallel.join == Preset::Join::raise;
}

} // namespace

Trainer::Trainer(const Parts& parts, TrainState state)
    : parts_(parts), preset_(parts.preset), announcer_(parts.announcer), state_(std::move(state)),
      total_steps_(find_total(state_, parts.preset, parts.sampler)), last_epoch_(last_epoch(parts.preset)),
      on_device_(!parts.trainable.model().placement().is_on_host()),
      schedule_(parts.preset.training, total_steps_), agreement_(parts.group),
      scaler_(parts.preset.precision),
      objective_(
          trained_task(parts.preset.task).objective(parts.preset, parts.sets, parts.trainable, parts.group)),
      mixer_(parts.preset), step_({parts.sets.train, parts.trainable, *objective_, parts.optimizer,
                                   parts.execution, parts.strategy, scaler_, &mixer_},
                                  draw_of(parts), order_of(parts), average_of(parts)),
      saver_({parts.preset, parts.folder, parts.checkpointer, parts.trainable.model(), parts.strategy,
              parts.group, parts.announcer},
             state_),
      losses_(parts.preset.training, objective_->loss_of_guessing(), parts.group.world().leads(),
              parts.announcer),
      policy_(parts.preset.training, scaler_, parts.execution, parts.group.world().leads(), parts.announcer),
      log_({parts.preset, parts.sets.train, parts.group, parts.device, parts.announcer}, state_.step == 0),
      passes_(parts.trainable, parts.group, parts.announcer),
      validation_({parts.preset, parts.sets, parts.trainable, step_, parts.optimizer, parts.strategy, saver_,
                   parts.group, parts.announcer}),
      pause_({parts.trainable, parts.optimizer, parts.execution, saver_, agreement_, parts.device,
              parts.announcer}) {
    policy_.restore(state_);
    announcer_.current_step = state_.step;
    parts_.group.calls().set_step(state_.step);
}

Outcome Trainer::run() {
    saver_.match_copies(state_);
    announcer_.progress(event::training_phase, state_.step, total_steps_);
    if (validation_.look_at_start(state_))
        announcer_.progress(event::training_phase, state_.step, total_steps_);
    while (state_.epoch <= last_epoch_ && !state_.finished) {
        if (run_epoch(state_.epoch) == StepOutcome::stop) return Outcome::stopped;
        if (state_.step >= total_steps_) break;
    }
    state_.finished = true;
    drop_gradients();
    saver_.save_finished(state_);
    agreement_.exchange_now(position_of(state_), [] { return 0; });
    return Outcome::finished;
}

Trainer::StepOutcome Trainer::run_epoch(std::int64_t epoch) {
    const std::vector<data::StepBatches> steps = parts_.sampler.epoch(epoch, parts_before(state_));
    announce_pictures(epoch, std::span(steps).subspan(static_cast<std::size_t>(state_.steps_in_epoch)));
    for (auto i = static_cast<std::size_t>(state_.steps_in_epoch);
         i < steps.size() && state_.step < total_steps_; ++i) {
        if (raises(parts_)) require_samples(steps[i], i, steps.size(), epoch);
        const bool trains = !is_passed_over();
        if (trains) train_step(steps[i]);
        advance(steps[i]);
        const bool epoch_ends = i + 1 == steps.size() || is_last();
        if (const StepOutcome after = after_step(trains, epoch_ends); after != StepOutcome::proceed)
            return after;
    }
    parts_.sets.require_unchanged();
    if (state_.steps_in_epoch < static_cast<std::int64_t>(steps.size()))
        return StepOutcome::proceed; // all steps are done
    state_.epoch = epoch + 1;
    state_.steps_in_epoch = state_.samples_in_epoch = 0;
    state_.dealt_before.clear();
    return StepOutcome::proceed;
}

/// Lets images be prepared ahead of the remaining steps of an epoch.
void Trainer::announce_pictures(std::int64_t epoch, std::span<const data::StepBatches> steps) const {
    const Split& train = parts_.sets.train;
    if (!train.pictures) return;
    const auto rank = static_cast<std::size_t>(parts_.strategy.data_rank());
    std::vector<std::vector<std::uint32_t>> batches;
    for (const data::StepBatches& step : steps)
        for (const auto& micro_batch : step.micro_batches) {
            std::vector<std::uint32_t>& batch = batches.emplace_back();
            for (const std::uint32_t sample : micro_batch[rank])
                batch.push_back(train.image_number(sample));
        }
    std::erase_if(batches, [](const auto& batch) { return batch.empty(); });
    train.pictures->begin_epoch(epoch, std::move(batches));
}

/// The learning rate of the next update, assuming that all pending steps are finite.
double Trainer::learning_rate() const {
    return schedule_.at(state_.updates + static_cast<std::int64_t>(pending_.size()), state_.epoch);
}

void Trainer::train_step(const data::StepBatches& plan) {
    const double start = monotonic_seconds();
    const double prepared = parts_.execution.preparation().seconds();
    take_step(plan, learning_rate());
    const double seconds =
        monotonic_seconds() - start - (parts_.execution.preparation().seconds() - prepared);
    state_.train_seconds += seconds;
    state_.logged_seconds += seconds;
}

void Trainer::take_step(const data::StepBatches& plan, double learning_rate) {
    parts_.group.calls().set_step(state_.step + 1);
    const std::optional<at::Tensor> gradient_norm =
        step_.take(plan, state_.step, learning_rate, [this] { return leaves_out_spike(); });
    if (gradient_norm)
        pending_.push_back({state_.step + 1, AsyncScalar(*gradient_norm)});
    else
        gradient_norm_ = NAN; // not measured
}

/// Whether all ranks skip this step's update because of its loss, which is a sum over ranks: all decide
/// alike.
bool Trainer::leaves_out_spike() {
    if (!losses_.leaves_out_spikes()) return false;
    double loss[] = {step_.loss().item<double>()};
    parts_.group.sum(loss, parallel::Purpose::loss_sum);
    return losses_.take(loss[0], state_.step + 1, state_);
}

double Trainer::try_step(const data::StepBatches& plan, double learning_rate) {
    take_step(plan, learning_rate);
    for (const PendingStep& step : pending_)
        state_.updates += std::isfinite(step.gradient_norm.get());
    pending_.clear();
    ++state_.step;
    return step_.loss().item<double>();
}

void Trainer::advance(const data::StepBatches& plan) {
    ++state_.step;
    ++state_.steps_in_epoch;
    state_.samples_in_epoch += plan.samples;
    announcer_.current_step = state_.step;
    announcer_.collectives = parts_.group.calls().collectives();
    log_.add(plan, state_);
}

Trainer::StepOutcome Trainer::after_step(bool trained, bool epoch_ends) {
    const bool logs = trained && log_.is_due(state_, is_last());
    const bool reads_all = // the next step's loss scale depends on this one
        !on_device_ || scaler_.scales() || logs || is_last() || epoch_ends ||
        validation_.is_due(state_, epoch_ends, is_last()) || saves(epoch_ends);
    if (const StepOutcome after = drain_pending(reads_all ? 0 : 1); after != StepOutcome::proceed)
        return after;
    if (logs) {
        const double rate = schedule_.at(std::max<std::int64_t>(0, state_.updates - 1), state_.epoch);
        const double loss = log_.write(step_, parts_.strategy.data_rank(), rate, gradient_norm_, state_);
        if (!losses_.leaves_out_spikes()) losses_.take(loss, state_.step, state_);
        passes_.write(state_.step, total_steps_);
    }
    return between_steps(epoch_ends);
}

/// Reads the results of pending steps, except the newest `leave_open`.
Trainer::StepOutcome Trainer::drain_pending(std::size_t leave_open) {
    while (pending_.size() > leave_open) {
        const double start = monotonic_seconds();
        const std::int64_t step = pending_.front().step;
        {
            // On a device the host waits for collectives here.
            const activity::Waiting waiting(parts_.group.data() ? activity::Wait::ranks
                                                                : activity::Wait::nothing);
            gradient_norm_ = pending_.front().gradient_norm.get();
        }
        const double seconds = monotonic_seconds() - start; // time the host waited for the device
        state_.train_seconds += seconds;
        state_.logged_seconds += seconds;
        pending_.pop_front();
        if (policy_.on_grad_norm(step, gradient_norm_, state_) == GradNormPolicy::Decision::rewind)
            return rewind(step);
    }
    return StepOutcome::proceed;
}

bool Trainer::saves(bool epoch_ends) const {
    const std::int64_t every = preset_.checkpoint.every_n_steps;
    return preset_.logging.level != Preset::LogLevel::none && !is_last() && !state_.finished &&
           (every > 0 ? state_.step % every == 0 : epoch_ends);
}

Trainer::StepOutcome Trainer::between_steps(bool epoch_ends) {
    announcer_.progress(event::training_phase, state_.step, total_steps_);
    // Determined before the checkpoint of this step: a resume from it must not train further.
    const bool evaluates = validation_.is_due(state_, epoch_ends, is_last());
    if (evaluates && validation_.run(state_)) state_.finished = true;
    const bool saved = saves(epoch_ends);
    saver_.look();
    if (saved) saver_.save(state_);
    // A rank that hangs in the next step is shown in the training phase.
    if (evaluates || saved) announcer_.progress(event::training_phase, state_.step, total_steps_);
    const int command =
        agreement_.exchange(position_of(state_), static_cast<int>(announcer_.channel().command()));
    const StepOutcome outcome = handle_command(static_cast<event::Command>(command));
    return state_.finished && outcome == StepOutcome::proceed ? StepOutcome::early_stop : outcome;
}

Trainer::StepOutcome Trainer::handle_command(event::Command command) {
    if (command == event::Command::none) return StepOutcome::proceed;
    if (command == event::Command::pause) saver_.finish();
    // the state must consist of complete steps with known results
    const StepOutcome drained = drain_pending(0);
    if (drained == StepOutcome::stop) return drained;
    switch (command) {
    case event::Command::stop:
    case event::Command::kill:
        saver_.save_before_stop(state_);
        return StepOutcome::stop;
    case event::Command::checkpoint:
        saver_.save(state_);
        announcer_.progress(event::training_phase, state_.step, total_steps_);
        return drained;
    case event::Command::pause:
        if (const event::Command next = pause_.wait(state_, total_steps_);
            next != event::Command::continue_run)
            return handle_command(next);
        announcer_.progress(event::training_phase, state_.step, total_steps_);
        announcer_.info(fmt::format("continued at step {}", state_.step));
        return drained;
    default:
        return drained;
    }
}

bool Trainer::is_passed_over() const {
    return std::ranges::find(state_.passed_over, state_.step + 1) != state_.passed_over.end();
}

Trainer::StepOutcome Trainer::rewind(std::int64_t bad_step) {
    pending_.clear(); // steps after the bad one are undone too
    saver_.finish();
    announcer_.progress("loading", 0, 1);
    restore_before(bad_step);
    announcer_.current_step = state_.step;
    announcer_.progress(event::training_phase, state_.step, total_steps_);
    if (parts_.group.world().leads())
        announcer_.warn(
            fmt::format("back to step {}; the batch of step {} is skipped", state_.step, bad_step));
    announcer_.event(event::Type::Resumed, {{"from_step", state_.step},
                                            {"from_epoch", state_.epoch},
                                            {"from_samples", state_.samples_in_epoch}});
    // A command that arrived in the meantime must not be lost.
    const int command = agreement_.exchange_now(position_of(state_), [] { return 0; });
    const StepOutcome outcome = handle_command(static_cast<event::Command>(command));
    return outcome == StepOutcome::proceed ? StepOutcome::rewound : outcome;
}

/// Restores the newest checkpoint's state, but keeps the counts since then: they include undone steps.
void Trainer::restore_before(std::int64_t bad_step) {
    const std::optional<std::int64_t> newest = parts_.checkpointer.newest(parts_.group);
    if (!newest) throw Error(ErrorId::no_checkpoint_to_rewind, {}, fmt::format("step {}", bad_step));
    auto restored = parts_.checkpointer.restore(*newest, parts_.strategy, true);
    const TrainState undone = std::exchange(state_, std::move(restored.state));
    if (!restored.warning.empty() && parts_.group.world().leads()) announcer_.warn(restored.warning);
    if (state_.step > 0) find_place(state_, parts_.sampler);
    parts_.execution.invalidate();
    saver_.rewound(state_);
    policy_.restore(state_);
    state_.passed_over = undone.passed_over;
    state_.passed_over.push_back(bad_step);
    state_.nonfinite_in_row = undone.nonfinite_in_row;
    state_.nonfinite_total = undone.nonfinite_total;
    state_.train_seconds = undone.train_seconds;
    state_.train_tokens = undone.train_tokens;
}

} // namespace tunedesk::train
