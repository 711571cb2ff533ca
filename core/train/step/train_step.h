// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/batch/sampler.h"
#include "memory/gradient_hook.h"
#include "model/objective.h"
#include "parallel/ranks/schedule.h"
#include "train/images/image_mixer.h"
#include "train/optimizer/gradient_scaler.h"
#include "train/optimizer/optimizer.h"
#include "train/step/average.h"
#include "train/step/execution.h"
#include "train/step/trainable_model.h"
#include "train/strategies/strategy.h"

#include <functional>
#include <optional>

namespace tunedesk::train {

/// The order of a step's passes over its micro-batches: see parallel::actions_of().
struct PassOrder {
    parallel::PipelineSchedule schedule = parallel::PipelineSchedule::one_forward_one_backward;
    int stages = 1, stage = 0;
};

/// One optimizer step: zero gradients; for each action of the schedule the next batch, forward pass and loss,
/// or backward pass; then the sum of the ranks' gradients, their norm, clipping, finite check and update. A
/// pipeline stage's passes begin and end with the rows and gradients of its neighbors (StageLink).
/// The strategy decides where state is stored. Independent of the run. Thread rule: one thread.
class TrainStep {
public:
    struct Parts {
        const Split& rows; ///< rows of the batches
        TrainableModel& trainable;
        const model::Objective& objective;
        Optimizer& optimizer;
        Execution& execution;
        Strategy& strategy;
        const GradientScaler& scaler;
        const ImageMixer* mixer = nullptr; ///< null: no mixup or cutmix
    };
    /// Inputs of dropout's random numbers in every step; see model::Pass.
    struct Draw {
        std::uint64_t seed = 0;
        std::uint32_t micro_batches = 1, rank = 0, ranks = 1;
    };
    /// The parts must outlive this. Throws std::logic_error if the number of the head's outputs does not fit
    /// the objective.
    TrainStep(const Parts& parts, const Draw& draw, const PassOrder& order = {},
              Average average = Average::samples);
    TrainStep(const TrainStep&) = delete;
    TrainStep& operator=(const TrainStep&) = delete;

    /// Takes step `number` (from 0) with a learning rate. Returns the norm of all gradients before clipping,
    /// a scalar on the device that is finite where the update was made; std::nullopt if `leaves_out`, called
    /// once the gradients are complete, left the update out. All ranks must answer alike.
    std::optional<at::Tensor> take(
        const data::StepBatches& plan, std::int64_t number, double learning_rate,
        const std::function<bool()>& leaves_out = [] { return false; });

    /// This rank's part of the last step's loss (fp64) and number of correct predictions: scalars on the
    /// device with fixed addresses; 0 if another rank's values count.
    const at::Tensor& loss() const { return loss_; }
    const at::Tensor& correct() const { return correct_; }

    /// Frees the gradients' memory for an evaluation; does nothing on a device or if the strategy owns the
    /// gradients.
    void drop_gradients();

private:
    /// A micro-batch in flight.
    struct Work {
        MicroBatch micro_batch;
        bool last = false;     ///< the step's last micro-batch
        bool poisoned = false; ///< its loss becomes NaN (fault injection)
    };

    bool on_device() const { return !parts_.trainable.model().placement().is_on_host(); }
    bool keeps_gradients() const;
    bool passes_rows_on() const;
    void begin(const data::StepBatches& plan, std::int64_t number);
    void zero_gradients(double learning_rate);
    void carry_out(const parallel::Action& action, const data::StepBatches& plan);
    void next_batch(const std::vector<std::uint32_t>& samples);
    void forward();
    void backward();
    Execution::Passes passes();
    at::Tensor loss_of(const model::Pass& pass);
    void before_backward() const;
    void differentiate(const at::Tensor& loss);
    at::Tensor update();

    const Parts parts_;
    const Draw draw_;
    const PassOrder order_;
    const Average average_;
    const std::vector<memory::GradientHook> counted_; ///< count the memory of gradients
    at::Tensor loss_, correct_;

    // State of the current step.
    model::Pass pass_; ///< without its micro-batch
    MeanPart mean_;
    std::vector<Work> works_; ///< by micro-batch
    Work* current_ = nullptr; ///< of the current action; recorded passes read their micro-batch here
};

} // namespace tunedesk::train
