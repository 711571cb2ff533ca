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
    at::Tensor loss; ///< set between the two passes, unless the passes are recorded in a graph
};

/// Executes a step's work eagerly; subclasses do so in other ways with the same result (StaticGraph,
/// OffloadedActivations). Thread rule: one thread.
class Execution {
public:
    /// `padded`: sequences of batches without a fixed shape are padded to the longest.
    Execution(const TrainableModel& trainable, bool padded) : trainable_(trainable), padded_(padded) {}
    virtual ~Execution() = default;
    Execution(const Execution&) = delete;
    Execution& operator=(const Execution&) = delete;

    /// Makes the tensors of the next micro-batch, whose losses are divided by `normaliser`.
    virtual std::shared_ptr<const model::Batch>
    batch(const Split& split, const std::vector<std::uint32_t>& samples, double normaliser);
    /// The work of a micro-batch. The passes read the batch's tensors and accumulate into tensors with fixed
    /// addresses, without other effects on the host, so that they can be recorded and replayed for a later
    /// micro-batch.
    struct Passes {
        std::function<at::Tensor(const model::Pass&)> forward; ///< returns the loss
        std::function<void()> before_backward;                 ///< has effects on the host only
        std::function<void(const at::Tensor& loss)> backward;
    };
    /// Runs the forward pass over a batch made by batch().
    virtual void forward(MicroBatch& micro_batch, const Passes& work);
    /// Runs its backward pass, with the same `work`. Forward passes of other micro-batches may come in
    /// between if the execution allows it.
    virtual void backward(MicroBatch& micro_batch, const Passes& work);
    /// Runs the end of a step, from norm to update; returns the gradient norm.
    virtual at::Tensor update(const std::function<at::Tensor()>& work);
    /// Whether gradients must be zeroed in place instead of dropped.
    virtual bool keeps_gradients() const { return false; }
    /// Call when tensors have moved, or host values read by recorded work have changed.
    virtual void invalidate() {}

    /// The time spent on recording, for the report.
    struct Preparation {
        std::int64_t shapes = 0; ///< number of recorded batch shapes
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
