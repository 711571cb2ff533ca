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

/// Where parameters, gradients and optimizer state live among the ranks that train one part of the model on
/// different samples (a data group), and what those ranks exchange: Replicated, ShardedState,
/// ShardedParameters. Training step, saver and checkpointer ask it instead of a group. All ranks of the data
/// group make the same calls. Thread rule: one thread, and its backward pass.
class Strategy {
public:
    virtual ~Strategy() = default;

    /// This rank's place in the data group: which of a step's batches are its own.
    virtual int data_rank() const = 0;

    // Within a step, in this order.

    /// Before the first pass: gradients of the step before are worth nothing.
    virtual void begin_step() = 0;
    /// A pass over a micro-batch begins on this rank, also where it has no samples in it.
    virtual void begin_pass(const parallel::Action& action) = 0;
    /// Gradients are in memory of the strategy: to be zeroed, not dropped; but for sparse ones.
    virtual bool keeps_gradients() const = 0;
    /// The same collectives as a forward pass: this rank has no samples in the micro-batch.
    virtual void shadow_forward() = 0;
    /// Whether a table's gradient may be a sparse tensor of the rows that the micro-batch has used.
    virtual bool takes_sparse() const = 0;
    /// Backpropagates a micro-batch's loss: this rank's part of the step's sum. `last`: the step has no
    /// micro-batch after it; gradients may be summed over the ranks meanwhile.
    virtual void backward(const at::Tensor& loss, bool last) = 0;
    /// The same collectives as backward(), with gradients of zero: this rank has no samples in the
    /// micro-batch.
    virtual void shadow_backward(bool last) = 0;
    /// After the last pass: completes the gradients of what this rank updates, summed over all ranks.
    virtual void finish_gradients() = 0;
    /// The norm of the gradients of all ranks, from the norm of those that this rank updates; each element
    /// counts once. A scalar on the same device; the host does not wait.
    virtual at::Tensor norm_over_shards(const at::Tensor& norm) = 0;
    /// After the update: gives the other ranks the parameters that this rank has updated.
    virtual void spread() = 0;

    // Between steps.

    /// What this rank holds of one tensor of the training state.
    struct StatePiece {
        format::Piece piece;
        std::vector<std::int64_t> shape; ///< of the whole tensor
        at::Tensor values;               ///< of the piece, in row-major order; writing changes the state
        bool saves = false;              ///< this rank saves it; of replicated pieces one rank does
    };
    /// Of every parameter that is saved (model::Parameter::is_saved) what this rank holds and updates, under
    /// its Hugging Face name, in the model's order. Waits until the values are in place.
    virtual std::vector<StatePiece> weights() const = 0;
    /// The optimizer's state, as NAME.exp_avg and the like (see named_states()). Likewise.
    virtual std::vector<StatePiece> optimizer_state() const = 0;
    /// Whether ranks save pieces of their own; else the group's first rank saves all.
    virtual bool every_rank_saves() const = 0;
    /// Whether for_each_parameter() needs all ranks.
    virtual bool gathers_parameters() const = 0;
    /// How many parameters the whole model has.
    virtual std::size_t tensor_count() const = 0;
    /// What weights() gave was written: the other ranks get it where they hold it too. A collective.
    virtual void weights_written() = 0;
    /// After a restore, whose values are in place by then: the number of updates made before.
    virtual void set_updates(std::int64_t updates) = 0;
    /// Calls `visit` with each whole parameter that is saved in the model's order, on the device or the host.
    /// Only one of them needs memory at a time: for exports. `visit` may keep what it copies. Where
    /// parameters are gathered all ranks call it.
    virtual void for_each_parameter(
        const std::function<void(const std::string& name, const at::Tensor& value)>& visit) const = 0;
    /// Compares what several ranks hold a copy of, and makes all copies those of the first rank where they
    /// differ. Returns a sentence that names the ranks that differed, on all ranks; "" if none did.
    virtual std::string match_copies() = 0;
};

} // namespace tunedesk::train
