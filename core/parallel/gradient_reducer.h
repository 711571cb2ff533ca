// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/row_sum.h"

#include <memory>
#include <utility>
#include <vector>

namespace tunedesk::parallel {

/// Sums gradients over the ranks of data parallel training with c10d::Reducer: buckets are all-reduced while
/// the backward pass runs. In a world of one it only runs the backward pass. Gradients are views of the
/// buckets; they must be zeroed, not dropped.
class GradientReducer {
public:
    /// `parameters`: those that are trained, the same in number and order on all ranks. With several ranks
    /// no other part may take their gradients (memory::GradientHook). `tables`: those among them whose
    /// gradients are summed by the rows that are used (RowSum), once a step's backward pass is over; they may
    /// be sparse, and are dropped, not zeroed.
    GradientReducer(Group& group, std::vector<at::Tensor> parameters, double bucket_mb,
                    const std::vector<at::Tensor>& tables = {});
    ~GradientReducer();

    /// Backpropagates a micro-batch's loss. Ranks communicate only at a step's last one. An undefined loss
    /// means that this rank has no samples: it contributes gradients of zero. The loss must be this rank's
    /// share of the step's sum: gradients add up over the ranks, in every step by the same operations.
    void backward(const at::Tensor& loss, bool last_micro_batch);

    /// Whether gradients, except those of tables, are stored in buckets: true with several ranks.
    bool owns_gradients() const { return state_ != nullptr; }
    /// Whether the gradients of tables may be sparse.
    bool sums_rows() const { return !tables_.empty(); }

    /// Number of parameters that c10d has noted to rebuild its buckets; it must not grow from step to step.
    std::size_t noted_parameters() const;

private:
    struct State;
    void sum_tables();

    std::vector<at::Tensor> parameters_; ///< in buckets
    std::vector<std::pair<at::Tensor, RowSum>> tables_;
    std::unique_ptr<State> state_;
};

} // namespace tunedesk::parallel
