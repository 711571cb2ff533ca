// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/operations.h"
#include "train/session/datasets.h"

#include <functional>
#include <memory>
#include <vector>

namespace tunedesk::train {

class TrainableModel;

/// A micro-batch from the beginning of its forward pass to the end of its backward pass.
struct MicroBatch {
    std::shared_ptr<const model::Batch> batch; ///< null if this rank has no samples in it
    model::Pass pass;
    at::Tensor loss; ///< between the two passes, where the forward pass was not recorded in a graph
};

/// How a step's work is carried out: eagerly, or in another way with the same result (StaticGraph,
/// OffloadedActivations). Thread rule: one thread.
class Execution {
public:
    /// `padded`: batches without a fixed shape take as many rows a sequence as the longest.
    Execution(const TrainableModel& trainable, bool padded) : trainable_(trainable), padded_(padded) {}
    virtual ~Execution() = default;
    Execution(const Execution&) = delete;
    Execution& operator=(const Execution&) = delete;

    /// The tensors of the next micro-batch, whose losses are divided by `normaliser`.
    virtual std::shared_ptr<const model::Batch>
    batch(const Split& split, const std::vector<std::uint32_t>& samples, double normaliser);
    /// The work of a micro-batch. The two passes read the batch's tensors and add to tensors whose addresses
    /// do not change; they have no other effect on the host, so that they may be recorded and repeated for
    /// the micro-batch that the caller has current then.
    struct Passes {
        std::function<at::Tensor(const model::Pass&)> forward; ///< returns the loss
        std::function<void()> before_backward;                 ///< has effects on the host alone
        std::function<void(const at::Tensor& loss)> backward;
    };
    /// The forward pass over a batch that batch() made.
    virtual void forward(MicroBatch& micro_batch, const Passes& work);
    /// Its backward pass, with the same `work`. Several forward passes may come before, where the execution
    /// permits it.
    virtual void backward(MicroBatch& micro_batch, const Passes& work);
    /// The end of a step, from the norm to the update; returns the gradient norm.
    virtual at::Tensor update(const std::function<at::Tensor()>& work);
    /// Gradients must be zeroed, not dropped.
    virtual bool keeps_gradients() const { return false; }
    /// Tensors have moved, or host values that recorded work has read have changed.
    virtual void invalidate() {}

    /// What recording took, for the report.
    struct Preparation {
        std::int64_t shapes = 0; ///< of batches
        double warmup_seconds = 0, capture_seconds = 0;
        double seconds() const { return warmup_seconds + capture_seconds; }
    };
    const Preparation& preparation() const { return preparation_; }

protected:
    const TrainableModel& trainable_;
    Preparation preparation_;

private:
    bool padded_;
};

} // namespace tunedesk::train
