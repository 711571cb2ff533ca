#pragma once

#include "model/operations.h"
#include "train/session/datasets.h"

#include <functional>
#include <memory>
#include <vector>

namespace tunedesk::train {

class Learner;

/// How the training loop's work of a step is done: as it is asked for, or in another way that has the same
/// result (StaticGraph). Thread rule: one thread.
class Execution {
public:
    /// `padded`: batches without a fixed shape take as many rows a sequence as the longest.
    Execution(const Learner& learner, bool padded) : learner_(learner), padded_(padded) {}
    virtual ~Execution() = default;
    Execution(const Execution&) = delete;
    Execution& operator=(const Execution&) = delete;

    /// The next micro-batch, whose losses are summed over `normaliser`.
    virtual std::shared_ptr<const model::Batch>
    batch(const Split& split, const std::vector<std::uint32_t>& samples, double normaliser);
    /// A micro-batch's work. Forward and backward pass read the batch's tensors and add to tensors that lie
    /// where they lay before; they change nothing else of the host's, so that they may be recorded.
    struct Passes {
        std::function<at::Tensor(const model::Pass&)> forward; ///< returns the loss
        std::function<void()> between;                         ///< its effects are on the host alone
        std::function<void(const at::Tensor& loss)> backward;
    };
    /// Does the work over the batch that batch() made last.
    virtual void passes(const std::shared_ptr<const model::Batch>& batch, const model::Pass& pass,
                        const Passes& work);
    /// The optimizer's update; returns the gradient norm.
    virtual at::Tensor update(const std::function<at::Tensor()>& work);
    /// Gradients are to be zeroed, not dropped.
    virtual bool keeps_gradients() const { return false; }
    /// Tensors were moved, or numbers changed that `work` reads from the host.
    virtual void forget() {}

    /// What was done beside the steps, for the report.
    struct Preparation {
        std::int64_t shapes = 0; ///< of batches
        double warmup_seconds = 0, capture_seconds = 0;
        double seconds() const { return warmup_seconds + capture_seconds; }
    };
    const Preparation& preparation() const { return preparation_; }

protected:
    const Learner& learner_;
    Preparation preparation_;

private:
    bool padded_;
};

} // namespace tunedesk::train
