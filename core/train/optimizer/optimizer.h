// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/operations.h"
#include "train/optimizer/slot.h"
#include "train/optimizer/state_store.h"
#include "train/optimizer/trigger.h"
#include "train/optimizer/weight_mean.h"

#include <memory>
#include <optional>

namespace tunedesk::train {

/// The optimizer of the trained parameters, composed of three independent parts: an update rule (UpdateRule),
/// the storage of its state (StateStore), and the time of the update (Trigger). Weight decay does not apply
/// to biases and norms. Thread rule: one thread, and its backward pass.
class Optimizer {
public:
    /// Updates on the device of `operations`: with the fused kernels on the host, or LibTorch's functions.
    /// `in_backward`: memory.optimizer_in_backward.
    Optimizer(const Preset::Training& training, model::Parameters& parameters,
              const model::Operations& operations = model::fused_operations(), bool in_backward = false);
    /// An optimizer of parts of parameters (make_slots() of shards) with gradients in the shards; updates
    /// after the backward pass.
    Optimizer(const Preset::Training& training, std::vector<Slot> slots, const model::Operations& operations);
    ~Optimizer();
    Optimizer(const Optimizer&) = delete;
    Optimizer& operator=(const Optimizer&) = delete;

    /// Updates parameters that are not always on the device block by block. `residency` must outlive this.
    /// Call on a device, before the first step and before offload().
    void use_residency(BlockResidency& residency);
    /// memory.offload: optimizer; see OffloadedState. Call on a device, before the first step. Not with 8-bit
    /// state nor with updates in the backward pass.
    void offload(std::shared_ptr<HostLink> link, std::int64_t part_elements = plan::state_part);

    /// Call before a step's first forward pass: sets the learning rate and drops the gradients, or with
    /// `keep_memory` zeroes them in place.
    void begin_step(double learning_rate, bool keep_memory);
    /// See UpdateRule.
    bool takes_sparse() const { return rule_->takes_sparse(); }
    /// Call after the step's last backward pass, in this order; see UpdateRule. Parameters updated in the
    /// backward pass are not updated again.
    at::Tensor norm() { return trigger_->norm(); }
    at::Tensor clip(const at::Tensor& norm, double loss_scale) const { return rule_->clip(norm, loss_scale); }
    void step(const at::Tensor& clip, const at::Tensor& finite);
    /// Sets the number of updates made before, after a restore.
    void set_updates(std::int64_t updates);

    /// Whether a mean of the weights is kept (training.ema_decay).
    bool has_means() const { return means_.has_value(); }
    /// See WeightMean; exchange_means() of train/strategies/mean_weights.h does it on all ranks.
    void exchange_means() { means_->exchange(); }

    using State = NamedState;
    /// All state tensors, in a fixed order, for checkpoints. Waits for offloaded state to be on the host.
    std::vector<State> states() const;

private:
    Optimizer(const Preset::Training& training, std::vector<Slot> slots, const model::Operations& operations,
              bool in_backward);
    void make_device_rule(std::unique_ptr<StateStore> states);

    const Preset::Training training_;
    const bool in_backward_;
    std::vector<Slot> slots_;
    BlockResidency* residency_ = nullptr;
    StateStore* states_ = nullptr; ///< owned by the device rule; null on the host
    std::unique_ptr<UpdateRule> rule_;
    std::unique_ptr<Trigger> trigger_;
    std::optional<WeightMean> means_;
};

} // namespace tunedesk::train
