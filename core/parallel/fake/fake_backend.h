// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/csrc/distributed/c10d/Backend.hpp>
#include <vector>

namespace tunedesk::parallel {

/// A backend without other ranks, for trying one rank of many alone. Collectives complete at once, as if the
/// others contributed zeros to sums, and copies of this rank's data to gathers. Received messages are zeros.
/// Memory and calls equal those of a real backend; values do not. Any device. Thread rule: as all backends of
/// c10d, one call at a time.
class FakeBackend : public c10d::Backend {
public:
    FakeBackend(int rank, int ranks);

    const std::string getBackendName() const override { return "fake"; }

    c10::intrusive_ptr<c10d::Work> allreduce(std::vector<at::Tensor>& tensors,
                                             const c10d::AllreduceOptions& options = {}) override;
    c10::intrusive_ptr<c10d::Work> broadcast(std::vector<at::Tensor>& tensors,
                                             const c10d::BroadcastOptions& options = {}) override;
    c10::intrusive_ptr<c10d::Work> _allgather_base(at::Tensor& output, at::Tensor& input,
                                                   const c10d::AllgatherOptions& options = {}) override;
    c10::intrusive_ptr<c10d::Work>
    _reduce_scatter_base(at::Tensor& output, at::Tensor& input,
                         const c10d::ReduceScatterOptions& options = {}) override;
    c10::intrusive_ptr<c10d::Work> send(std::vector<at::Tensor>& tensors, int peer, int tag) override;
    c10::intrusive_ptr<c10d::Work> recv(std::vector<at::Tensor>& tensors, int peer, int tag) override;
    c10::intrusive_ptr<c10d::Work> barrier(const c10d::BarrierOptions& options = {}) override;
};

} // namespace tunedesk::parallel
