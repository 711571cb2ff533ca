#pragma once

#include "parallel/group.h"

#include <memory>
#include <vector>

namespace tunedesk::parallel {

/// Gradient sums of data parallel training over c10d::Reducer: buckets are reduced while the backward
/// pass still runs. In a world of one it does nothing. Gradients live in the buckets; they are to be zeroed,
/// not dropped.
class GradientReducer {
public:
    /// `parameters`: those that are trained, the same in number and order on all ranks. With several ranks
    /// no other part may take their gradients (memory::GradientHook).
    GradientReducer(Group& group, std::vector<at::Tensor> parameters, double bucket_mb);
    ~GradientReducer();

    /// Backpropagates a micro-batch's loss. Ranks communicate only at a step's last one. An undefined loss
    /// stands for a rank without samples: it takes part with gradients of zero. The loss must be this rank's
    /// share of the step's sum: gradients add up over the ranks, in every step by the same operations.
    void backward(const at::Tensor& loss, bool last_micro_batch);

    /// Whether gradients live in buckets: with several ranks.
    bool owns_gradients() const { return state_ != nullptr; }

    /// What c10d keeps of past steps to lay its buckets again; it must not grow.
    std::size_t noted_parameters() const;

private:
    struct State;
    std::vector<at::Tensor> parameters_;
    std::unique_ptr<State> state_;
};

} // namespace tunedesk::parallel
