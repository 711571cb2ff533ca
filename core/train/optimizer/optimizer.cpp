// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/optimizer/optimizer.h"

#include "memory/torch_headers.h"
#include "train/memory/block_residency.h"
#include "train/optimizer/device_rule.h"
#include "train/optimizer/host_rule.h"

namespace tunedesk::train {

namespace {

std::unique_ptr<Trigger> make_trigger(bool in_backward, UpdateRule& rule, const std::vector<Slot>& slots) {
    if (in_backward) return std::make_unique<WithinBackward>(rule, slots);
    return std::make_unique<AfterBackward>(rule);
}

} // namespace

Optimizer::Optimizer(const Preset::Training& training, model::Parameters& parameters,
                     const model::Operations& operations, bool in_backward)
    : Optimizer(training, make_slots(training, parameters), operations, in_backward) {}

Optimizer::Optimizer(const Preset::Training& training, std::vector<Slot> slots,
                     const model::Operations& operations)
    : Optimizer(training, std::move(slots), operations, false) {}

Optimizer::Optimizer(const Preset::Training& training, std::vector<Slot> slots,
                     const model::Operations& operations, bool in_backward)
    : training_(training), in_backward_(in_backward), slots_(std::move(slots)) {
    if (training_.ema_decay > 0) means_.emplace(training_.ema_decay, slots_);
    if (operations.device != model::OperandDevice::host) {
        make_device_rule(std::make_unique<ResidentState>(slots_, nullptr));
        return;
    }
    rule_ = std::make_unique<HostRule>(training_, slots_);
    rule_->set_updates(0);
    trigger_ = make_trigger(in_backward_, *rule_, slots_);
}

Optimizer::~Optimizer() = default;

void Optimizer::make_device_rule(std::unique_ptr<StateStore> states) {
    states_ = states.get();
    trigger_.reset(); // it references the rule
    rule_ = std::make_unique<DeviceRule>(training_, slots_, residency_, std::move(states));
    trigger_ = make_trigger(in_backward_, *rule_, slots_);
}

void Optimizer::use_residency(BlockResidency& residency) {
    residency_ = &residency;
    const std::vector<TrainedParameter>& all = residency.trained();
    for (Slot& slot : slots_)
        for (std::size_t i = 0; i < all.size(); ++i)
            if (all[i].value.is_same(slot.value)) slot.offloaded = i;
    make_device_rule(std::make_unique<ResidentState>(slots_, residency_));
}

void Optimizer::offload(std::shared_ptr<HostLink> link, std::int64_t part_elements) {
    if (slots_.empty() || !slots_.front().first.defined()) return; // SGD without momentum has no state
    make_device_rule(std::make_unique<OffloadedState>(slots_, residency_, std::move(link), part_elements));
}

void Optimizer::begin_step(double learning_rate, bool keep_memory) {
    rule_->begin_step(learning_rate);
    trigger_->begin_step();
    std::vector<at::Tensor> kept;
    for (const Slot& slot : slots_) {
        at::Tensor& gradient = slot.value.mutable_grad();
        if (keep_memory && gradient.defined() && !gradient.is_sparse())
            kept.push_back(gradient);
        else
            gradient.reset();
    }
    if (!kept.empty()) at::_foreach_zero_(kept);
}

void Optimizer::step(const at::Tensor& clip, const at::Tensor& finite) {
    trigger_->step(clip, finite);
    if (means_) means_->update(finite);
}

void Optimizer::set_updates(std::int64_t updates) {
    rule_->set_updates(updates);
    if (means_) means_->set_updates(updates);
}

std::vector<Optimizer::State> Optimizer::states() const {
    if (states_) states_->finish_transfers();
    return named_states(slots_, training_.optim);
}

} // namespace tunedesk::train
