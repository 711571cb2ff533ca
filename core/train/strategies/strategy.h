// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/pieces.h"
#include "parallel/ranks/schedule.h"

#include <ATen/core/Tensor.h>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tunedesk::train {

/// The distribution of parameters, gradients and optimizer state over the ranks of a data group, which train
/// the same part of the model on different samples, and the communication among them: Replicated,
/// ShardedState, ShardedParameters. Training step, saver and checkpointer use it instead of a group. All
/// ranks of the data group make the same calls. Thread rule: one thread, and its backward pass.
class Strategy {
public:
    virtual ~Strategy() = default;

    /// This rank's index in the data group, which selects its batches of a step.
    virtual int data_rank() const = 0;

    // Within a step, in this order.

    /// Call before the first pass: discards the gradients of the last step.
    virtual void begin_step() = 0;
    /// Call before each pass over a micro-batch, even if this rank has no samples in it.
    virtual void begin_pass(const parallel::Action& action) = 0;
    /// Whether the strategy owns the memory of gradients, which must then be zeroed, not dropped, except
    /// sparse ones.
    virtual bool keeps_gradients() const = 0;
    /// The same collectives as a forward pass: this rank has no samples in the micro-batch.
    virtual void shadow_forward() = 0;
    /// Whether a table's gradient may be a sparse tensor of the rows that the micro-batch has used.
    virtual bool takes_sparse() const = 0;
    /// Backpropagates a micro-batch's loss: this rank's part of the step's sum. `last`: whether it is the
    /// step's last micro-batch. May sum gradients over the ranks during the pass.
    virtual void backward(const at::Tensor& loss, bool last) = 0;
    /// The same collectives as backward(), with gradients of zero: this rank has no samples in the
    /// micro-batch.
    virtual void shadow_backward(bool last) = 0;
    /// Call after the last pass: completes the sums over all ranks of the gradients that this rank updates.
    virtual void finish_gradients() = 0;
    /// The norm of all ranks' gradients, given the norm of those that this rank updates; each element counts
    /// once. A scalar on the same device; the host does not wait.
    virtual at::Tensor norm_over_shards(const at::Tensor& norm) = 0;
    /// Call after the update: sends the parameters that this rank updated to the other ranks.
    virtual void spread() = 0;

    // Between steps.

    /// The piece of one tensor of the training state that this rank holds.
    struct StatePiece {
        format::Piece piece;
        std::vector<std::int64_t> shape; ///< of the whole tensor
        at::Tensor values;  ///< values of the piece, row-major; writing to them changes the state
        bool saves = false; ///< this rank saves it; a replicated piece is saved by one rank
    };
    /// This rank's pieces of every saved parameter (model::Parameter::is_saved), by Hugging Face name, in the
    /// model's order. Waits until the values are complete.
    virtual std::vector<StatePiece> weights() const = 0;
    /// The same for the optimizer's state, named NAME.exp_avg and so on (see named_states()).
    virtual std::vector<StatePiece> optimizer_state() const = 0;
    /// Whether ranks save pieces of their own; else the group's first rank saves all.
    virtual bool every_rank_saves() const = 0;
    /// Whether for_each_parameter() is a collective.
    virtual bool gathers_parameters() const = 0;
    /// Number of parameter tensors of the whole model.
    virtual std::size_t tensor_count() const = 0;
    /// Call after writing to the values of weights(): updates the other ranks' copies. A collective.
    virtual void weights_written() = 0;
    /// Sets the number of updates made before. Call after the state was restored.
    virtual void set_updates(std::int64_t updates) = 0;
    /// Calls `visit` with each whole parameter that is saved in the model's order, on the device or the host.
    /// Only one of them is in memory at a time; `visit` must copy what it keeps. For exports. If
    /// gathers_parameters(), all ranks call it.
    virtual void for_each_parameter(
        const std::function<void(const std::string& name, const at::Tensor& value)>& visit) const = 0;
    /// Compares tensors with copies on several ranks, and replaces all copies by the first rank's if they
    /// differ. Returns a sentence that names the ranks that differed, on all ranks; "" if none did.
    virtual std::string match_copies() = 0;
};

} // namespace tunedesk::train
