// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/memory/host_link.h"
#include "train/step/execution.h"

#include <mutex>
#include <unordered_map>

namespace tunedesk::train {

/// memory.offload: activations. A tensor that the forward pass saves for the backward pass is copied to host
/// memory at once and prefetched, some tensors ahead, in the order of the backward pass. Tensors of less than
/// `least_bytes` stay on the device, as do the parameters. Losses and gradients do not change. One active
/// instance per process, because LibTorch has one pair of saved-tensor hooks. Thread rule: one thread, and
/// its backward pass.
class OffloadedActivations : public Execution {
public:
    static constexpr std::size_t default_least_bytes = 256 * 1024;

    /// `trainable` must outlive this.
    OffloadedActivations(const TrainableModel& trainable, bool padded, std::shared_ptr<HostLink> link,
                         std::size_t least_bytes = default_least_bytes);
    ~OffloadedActivations() override;

    void forward(MicroBatch& micro_batch, const Passes& work) override;
    void backward(MicroBatch& micro_batch, const Passes& work) override;

    /// Bytes copied to the host, of all passes.
    std::uint64_t bytes_put() const { return bytes_put_; }

private:
    struct Kept;
    struct Hooks;
    struct Engine;
    struct Active;

    bool is_offloaded(const at::Tensor& tensor) const;
    std::shared_ptr<Kept> keep(const at::Tensor& tensor);
    at::Tensor fetch(Kept& kept);
    void prefetch(Kept& kept);

    static OffloadedActivations* active_;
    std::shared_ptr<HostLink> link_;
    std::size_t least_bytes_;
    std::mutex mutex_;
    int in_flight_ = 0;                      ///< micro-batches between their passes
    std::vector<std::weak_ptr<Kept>> order_; ///< in the order of saving, since no micro-batch was in flight
    /// By storage, because several operations may save the same tensor.
    std::unordered_map<const c10::StorageImpl*, std::vector<std::weak_ptr<Kept>>> of_storage_;
    std::uint64_t bytes_put_ = 0;
};

} // namespace tunedesk::train
