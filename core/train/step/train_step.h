#pragma once

#include "data/batch/sampler.h"
#include "memory/gradient_hook.h"
#include "model/objective.h"
#include "parallel/gradient_reducer.h"
#include "train/optimizer/gradient_scaler.h"
#include "train/optimizer/optimizer.h"
#include "train/step/execution.h"
#include "train/step/learner.h"

#include <functional>
#include <optional>

namespace tunedesk::train {

/// One optimizer step over a step's batches: zero gradients; for each micro-batch the next batch, forward
/// pass, loss, backward pass, with which the ranks' gradients are summed at the last; then norm, clipping and
/// update. It knows nothing of a run around it. Thread rule: one thread.
class TrainStep {
public:
    struct Parts {
        const Split& rows; ///< that the batches are made of
        Learner& learner;
        const model::Objective& objective;
        Optimizer& optimizer;
        Execution& execution;
        parallel::GradientReducer& reducer;
        const GradientScaler& scaler;
    };
    /// What all steps draw their dropout by: see model::Pass.
    struct Draw {
        std::uint64_t seed = 0;
        std::uint32_t micro_batches = 1, rank = 0;
    };
    /// The parts must outlive this.
    TrainStep(const Parts& parts, const Draw& draw);
    TrainStep(const TrainStep&) = delete;
    TrainStep& operator=(const TrainStep&) = delete;

    /// Takes step `number` (from 0) with a learning rate. Returns the norm of all gradients before clipping,
    /// a scalar on the device that is finite where the update was made; nothing where `leaves_out`, asked
    /// once the gradients are there, left the update out. All ranks must answer alike.
    std::optional<at::Tensor> take(
        const data::StepBatches& plan, std::int64_t number, double learning_rate,
        const std::function<bool()>& leaves_out = [] { return false; });

    /// Of the step taken last, this rank's share: scalars on the device that keep their place, the loss in
    /// fp64 and the number of right predictions.
    const at::Tensor& loss() const { return loss_; }
    const at::Tensor& correct() const { return correct_; }

    /// Gives the gradients' memory back, for an evaluation; nothing where somebody else owns it or the
    /// device's next step finds it where it was.
    void drop_gradients();

private:
    bool on_device() const { return !parts_.learner.model().placement().is_on_host(); }
    bool keeps_gradients() const;
    void zero_gradients(double learning_rate);
    void next_batch(const data::StepBatches& plan, std::size_t micro);
    void pass_over_batch();
    at::Tensor forward(const model::Pass& pass);
    void backward(const at::Tensor& loss);
    at::Tensor update();

    const Parts parts_;
    const Draw draw_;
    const std::vector<memory::GradientHook> counted_; ///< all gradients that stay
    at::Tensor loss_, correct_;

    // Of the micro-batch at work. Recorded work reads them here, where the next one's are too.
    std::shared_ptr<const model::Batch> batch_; ///< none where this rank has no samples
    model::Pass pass_;
    double normaliser_ = 1;
    bool last_ = false;
    bool poisoned_ = false; ///< by a fault: the loss is no number
};

} // namespace tunedesk::train
