// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/loop/grad_norm_policy.h"
#include "train/loop/loss_watch.h"
#include "train/loop/pass_log.h"
#include "train/loop/pause.h"
#include "train/loop/step_log.h"
#include "train/loop/validation.h"
#include "train/optimizer/schedule.h"
#include "train/session/outcome.h"
#include "train/step/async_scalar.h"

#include <deque>

namespace tunedesk::train {

/// The training loop: epochs of steps, and what is done between two steps, identically on all ranks. Its
/// parts are passed to it; it owns the run's state. Each task between steps is a class of its own. Thread
/// rule: one thread.
class Trainer {
public:
    struct Parts {
        const Preset& preset;
        const event::RunFolder& folder;
        const Datasets& sets;
        TrainableModel& trainable;
        Optimizer& optimizer;
        Strategy& strategy;
        Execution& execution;
        const data::Sampler& sampler;
        const Checkpointer& checkpointer;
        parallel::Group& group;
        const parallel::Device& device;
        Announcer& announcer;
    };
    Trainer(const Parts& parts, TrainState state);

    /// Trains to the end, or to the step at which all ranks agree to stop (a checkpoint is saved then).
    /// Throws Errors 85xx (diverged), 7xxx (another rank), 5xxx (disk).
    Outcome run();
    /// One step with this learning rate, for trials: without logging, checkpoints or commands. Returns its
    /// loss.
    double try_step(const data::StepBatches& plan, double learning_rate);
    /// Call before an evaluation; see TrainStep::drop_gradients().
    void drop_gradients() { step_.drop_gradients(); }
    const TrainState& state() const { return state_; }
    Saver& saver() { return saver_; }
    std::int64_t total_steps() const { return total_steps_; }

private:
    enum class StepOutcome { proceed, stop, early_stop, rewound };

    /// A step whose gradient norm the host has not read yet. It is read one step late, so that the device
    /// always has work enqueued.
    struct PendingStep {
        std::int64_t step = 0;
        AsyncScalar gradient_norm;
    };

    StepOutcome run_epoch(std::int64_t epoch);
    void announce_pictures(std::int64_t epoch, std::span<const data::StepBatches> steps) const;
    void train_step(const data::StepBatches& plan);
    void take_step(const data::StepBatches& plan, double learning_rate);
    bool leaves_out_spike();
    void advance(const data::StepBatches& plan);
    StepOutcome after_step(bool trained, bool epoch_ends);
    StepOutcome drain_pending(std::size_t leave_open);
    StepOutcome rewind(std::int64_t bad_step);
    void restore_before(std::int64_t bad_step);
    StepOutcome between_steps(bool epoch_ends);
    StepOutcome handle_command(event::Command command);
    bool is_last() const { return state_.step == total_steps_; }
    bool saves(bool epoch_ends) const;
    bool is_passed_over() const;
    double learning_rate() const;

    const Parts parts_;
    const Preset& preset_;
    Announcer& announcer_;
    TrainState state_;
    std::int64_t total_steps_ = 0, last_epoch_ = 0;
    const bool on_device_; ///< device values are read one step late
    Schedule schedule_;
    parallel::Agreement agreement_;
    GradientScaler scaler_;
    const std::unique_ptr<model::Objective> objective_;
    const ImageMixer mixer_;
    TrainStep step_;
    Saver saver_;
    LossWatch losses_;
    GradNormPolicy policy_;
    StepLog log_;
    PassLog passes_;
    Validation validation_;
    Pause pause_;

    std::deque<PendingStep> pending_;
    double gradient_norm_ = 0; ///< of the last step whose norm was read
};

} // namespace tunedesk::train
