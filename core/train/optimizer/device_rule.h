// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/preset.h"
#include "train/optimizer/slot.h"
#include "train/optimizer/state_store.h"
#include "train/optimizer/update_rule.h"

#include <compare>
#include <map>
#include <memory>

namespace tunedesk::train {

/// Updates parameters on a device with LibTorch's fused functions. The host only enqueues work and never
/// waits: the device decides whether an update is left out. Tensor addresses do not change, so that the
/// update can be recorded in a graph.
class DeviceRule : public UpdateRule {
public:
    /// `residency`: keeps parameters that are not always on the device, or null. All references must outlive
    /// this.
    DeviceRule(const Preset::Training& training, const std::vector<Slot>& slots, BlockResidency* residency,
               std::unique_ptr<StateStore> states);
    ~DeviceRule() override;

    void set_updates(std::int64_t updates) override;
    void begin_step(double learning_rate) override;
    at::Tensor norm() override;
    at::Tensor clip(const at::Tensor& norm, double loss_scale) const override;
    void step(const at::Tensor& clip, const at::Tensor& finite) override;
    void begin_backward() override;
    void update_one(std::size_t slot) override;
    at::Tensor finish_backward() override;
    bool takes_sparse() const override { return false; }

private:
    struct Lists;
    /// The settings shared by parameters that one call updates.
    struct Group {
        double rate_factor = 1;
        bool decays = false;
        auto operator<=>(const Group&) const = default;
    };
    static Group group_of(const Slot& slot) { return {slot.rate_factor, slot.decays}; }

    void step_parts(const std::vector<StateStore::Part>& parts, const at::Tensor& divisor,
                    const at::Tensor& left_out);
    void step_8bit(const Slot& slot, const at::Tensor& gradient, const at::Tensor& divisor,
                   const at::Tensor& left_out);
    void step_apart(const StateStore::Part& part, const at::Tensor& divisor, const at::Tensor& left_out);
    void step_lists(const Lists& lists, const Group& group, const at::Tensor& divisor,
                    const at::Tensor& left_out);

    const Preset::Training training_;
    const std::vector<Slot>& slots_;
    BlockResidency* residency_;
    std::unique_ptr<StateStore> states_;
    at::Tensor updates_;                 ///< fp32
    std::map<double, at::Tensor> rates_; ///< fp32, by factor of the learning rate
    at::Tensor squares_;                 ///< fp64, squared norm of the gradients of the current backward pass
    bool counted_ = false;               ///< updates_ already includes the step in its backward pass
};

} // namespace tunedesk::train
