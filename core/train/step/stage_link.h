// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/batch.h"
#include "parallel/mesh_groups.h"
#include "parallel/pipeline/peer_link.h"
#include "train/step/pass_clock.h"

#include <ATen/core/Tensor.h>
#include <optional>

namespace tunedesk::train {

/// Connects a pipeline stage to the stages before and after it: sends hidden states, fp32 [rows, width],
/// forward and their gradients back. All stages make passes over the same batches in the order of their
/// schedule; a batch without samples has no passes. Thread rule: one thread.
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

    /// In a forward pass, receives the hidden states of the previous stage; undefined on the first stage.
    /// With `has_gradient` the result is a leaf whose gradient is sent back as soon as a backward pass has
    /// computed it. Throws Error 7602.
    at::Tensor receive(const model::Batch& batch, bool has_gradient);
    /// Sends the hidden states of this stage, which must not be the last, to the next stage. Throws Error
    /// 7602.
    void send(const at::Tensor& rows);
    /// Call before the backward pass of rows that were sent, in the order of sending: waits for their
    /// gradient and returns a scalar whose derivative with respect to `rows` is this gradient. Throws Error
    /// 7602.
    at::Tensor with_gradient(const at::Tensor& rows);
    /// Call after the last pass: waits until everything sent was received. Throws Error 7602.
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
