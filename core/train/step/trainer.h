#pragma once

#include "data/batch/sampler.h"
#include "parallel/agreement.h"
#include "parallel/gradient_reducer.h"
#include "train/optimizer/gradient_scaler.h"
#include "train/optimizer/schedule.h"
#include "train/session/checkpointer.h"
#include "train/session/outcome.h"
#include "train/session/saver.h"
#include "train/step/evaluator.h"
#include "train/step/execution.h"
#include "train/step/late_value.h"

#include <deque>

namespace tunedesk::train {

/// The training loop. It is given its parts and owns only the run's state; everything it does besides
/// computing steps (logging, evaluating, saving, obeying) happens between two steps, on all ranks alike.
/// Thread rule: one thread.
class Trainer {
public:
    struct Parts {
        const Preset& preset;
        const event::RunFolder& folder;
        const Datasets& sets;
        Learner& learner;
        Optimizer& optimizer;
        Execution& execution;
        const data::Sampler& sampler;
        const Checkpointer& checkpointer;
        parallel::Group& group;
        const parallel::Device& device;
        Announcer& announcer;
    };
    Trainer(const Parts& parts, TrainState state);

    /// Trains to the end, or to the step at which all ranks agree to stop (a checkpoint is saved then).
    /// Throws Errors 8501 (diverged), 7xxx (another rank), 5xxx (disk).
    Outcome run();
    /// One step with this learning rate, for trials: nothing is logged, saved or asked. Returns its loss.
    double try_step(const data::StepBatches& plan, double learning_rate);
    /// Before an evaluation, which has other use for their memory.
    void drop_gradients();
    const TrainState& state() const { return state_; }
    Saver& saver() { return saver_; }
    std::int64_t total_steps() const { return total_steps_; }

private:
    enum class After { go_on, stop, early_stop, rewound };

    /// A step whose gradient norm is not read yet. The host reads a device one step late, so that the device
    /// never waits for the next step's work.
    struct OpenStep {
        std::int64_t step = 0;
        LateValue gradient_norm;
    };

    After run_epoch(std::int64_t epoch);
    void train_step(const data::StepBatches& plan, double learning_rate);
    at::Tensor forward(const std::shared_ptr<const model::Batch>& batch, const model::Pass& pass,
                       double weight);
    After after_step(bool trained, bool epoch_ends);
    After between_steps(bool epoch_ends);
    After settle(std::size_t leave_open);
    After judge(std::int64_t step, double gradient_norm);
    void restore_scaler();
    void follow_scale(double before);
    After handle_nonfinite(std::int64_t step, double gradient_norm);
    After rewind(std::int64_t bad_step);
    bool evaluates(bool epoch_ends) const;
    bool saves(bool epoch_ends) const;
    bool is_passed_over() const;
    void advance(const data::StepBatches& plan);
    void log_step();
    bool watch_loss(double loss, std::int64_t step, std::string_view consequence);
    void tell_divergence();
    bool skips_update();
    double learning_rate() const;
    std::vector<at::Tensor> device_state() const;
    After pause();
    bool evaluate_now();
    bool improves(double value, double loss) const;
    After obey(int command);
    double weight_of(const data::StepBatches& plan) const;
    std::int64_t tokens_of(const data::StepBatches& plan) const;

    const Parts parts_;
    const Preset& preset_;
    Announcer& announcer_;
    TrainState state_;
    std::int64_t total_steps_ = 0, last_epoch_ = 0;
    Schedule schedule_;
    parallel::GradientReducer reducer_;
    parallel::Agreement agreement_;
    GradientScaler scaler_;
    Saver saver_;
    at::Tensor class_weights_, loss_weights_; ///< the same on the host and on the device; may be undefined
    std::vector<std::uint32_t> lengths_;

    const bool on_device_; ///< what is enqueued is read late
    std::deque<OpenStep> open_steps_;

    // Of the step just taken, or of the one read last.
    double gradient_norm_ = 0;
    at::Tensor step_loss_, step_correct_;
    std::int64_t step_samples_ = 0;
    bool first_log_;
    const bool skips_spikes_;
    bool told_divergence_ = false;
};

} // namespace tunedesk::train
