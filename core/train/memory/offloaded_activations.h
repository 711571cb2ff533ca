#pragma once

#include "train/memory/host_link.h"
#include "train/step/execution.h"

#include <mutex>
#include <unordered_map>

namespace tunedesk::train {

/// memory.offload: activations. What the forward pass keeps for the backward pass goes to the host's memory
/// as soon as it is kept, and comes back, some tensors ahead, in the backward pass's order. Tensors of less
/// than `least_bytes` stay, as do the parameters. Losses and gradients are those without. One at a time in a
/// process: LibTorch asks one place what becomes of kept tensors. Thread rule: one thread, and its backward
/// pass.
class OffloadedActivations : public Execution {
public:
    static constexpr std::size_t default_least_bytes = 256 * 1024;

    /// `learner` must outlive this.
    OffloadedActivations(const Learner& learner, bool padded, std::shared_ptr<HostLink> link,
                         std::size_t least_bytes = default_least_bytes);
    ~OffloadedActivations() override;

    void passes(const std::shared_ptr<const model::Batch>& batch, const model::Pass& pass,
                const Passes& work) override;

    /// Bytes that went to the host, of all passes.
    std::uint64_t bytes_put() const { return bytes_put_; }

private:
    struct Kept;
    struct Hooks;
    struct Engine;

    bool goes(const at::Tensor& tensor) const;
    std::shared_ptr<Kept> keep(const at::Tensor& tensor);
    at::Tensor bring(Kept& kept);
    void begin_to_bring(Kept& kept);

    static OffloadedActivations* active_;
    std::shared_ptr<HostLink> link_;
    std::size_t least_bytes_;
    std::mutex mutex_;
    std::vector<std::weak_ptr<Kept>> order_; ///< of this pass
    /// By storage: several operations keep one tensor.
    std::unordered_map<const c10::StorageImpl*, std::vector<std::weak_ptr<Kept>>> of_storage_;
    std::uint64_t bytes_put_ = 0;
};

} // namespace tunedesk::train
