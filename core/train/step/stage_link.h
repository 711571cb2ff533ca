// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/batch.h"
#include "parallel/mesh_groups.h"
#include "parallel/pipeline/peer_link.h"
#include "train/step/pass_clock.h"

#include <ATen/core/Tensor.h>
#include <optional>

namespace tunedesk::train {

/// Connects the passes of one pipeline stage to those of the stages before and after it: hidden rows, fp32
/// [rows, width], go forward and their gradients back. All stages of a pipeline make passes over the same
/// batches in the order of their schedule; a batch without samples has none. Thread rule: one thread.
class StageLink {
public:
    /// `width`: of the hidden rows. `groups`, with several stages, must outlive this.
    StageLink(const parallel::MeshGroups& groups, std::int64_t width);

    int stage() const { return stages_.world().rank; }
    int stages() const { return stages_.world().size; }
    bool is_last() const { return stage() + 1 == stages(); }

    /// Times this stage's passes.
    PassClock& clock() { return clock_; }
    const PassClock& clock() const { return clock_; }

    /// In a forward pass: the rows that leave the stage before; undefined on the first stage. With
    /// `has_gradient` they are a leaf whose gradient is sent back as soon as a backward pass has made it.
    /// Throws Error 7602.
    at::Tensor receive(const model::Batch& batch, bool has_gradient);
    /// Sends the rows that leave this stage, not the last. Throws Error 7602.
    void send(const at::Tensor& rows);
    /// Before the backward pass from rows that were sent, in their order: waits for their gradient and
    /// returns a scalar whose derivative by the rows it is. Throws Error 7602.
    at::Tensor with_gradient(const at::Tensor& rows);
    /// After the last pass: waits until all that was sent has been received. Throws Error 7602.
    void finish();

private:
    void receive(parallel::PeerLink& from, const at::Tensor& into, parallel::Purpose purpose);

    parallel::Group& stages_;
    const std::int64_t width_;
    std::optional<parallel::PeerLink> before_, after_;
    PassClock clock_;
    std::size_t in_flight_ = 0; ///< micro-batches whose rows were sent and whose gradient has not come back
};

} // namespace tunedesk::train
