#pragma once

#include "model/operations.h"
#include "train/optimizer/slot.h"
#include "train/optimizer/state_store.h"
#include "train/optimizer/trigger.h"

#include <memory>

namespace tunedesk::train {

/// The trained parameters' optimizer, of three parts that know nothing of each other's ways: a rule by which
/// they are stepped (UpdateRule), a place where its state lies (StateStore), and the moment at which it
/// happens (Trigger). Weight decay leaves out biases and norms. Thread rule: one thread, and its backward
/// pass.
class Optimizer {
public:
    /// Steps as `operations` compute: with the fused kernels on the host, or on the parameters' device.
    /// `in_backward`: memory.optimizer_in_backward.
    Optimizer(const Preset::Training& training, model::Parameters& parameters,
              const model::Operations& operations = model::fused_operations(), bool in_backward = false);
    ~Optimizer();
    Optimizer(const Optimizer&) = delete;
    Optimizer& operator=(const Optimizer&) = delete;

    /// memory.offload: parameters. Those that `parameters`, which must outlive this, has at home are stepped
    /// a layer at a time. On a device, before the first step and before offload().
    void step_at(OffloadedParameters& parameters);
    /// memory.offload: optimizer; see OffloadedState. On a device, before the first step. Not with states in
    /// 8 bits nor in the backward pass.
    void offload(std::shared_ptr<HostLink> link, std::int64_t part_elements = plan::state_part);

    /// Before a step's first backward pass: drops gradients, or zeroes them where somebody else owns their
    /// memory (`keep_memory`).
    void begin_step(double learning_rate, bool keep_memory);
    /// See UpdateRule.
    bool takes_sparse() const { return rule_->takes_sparse(); }
    /// After the step's last: one update, unless one of the gradients is not finite: then all stays as it was
    /// (but for what the backward pass has updated). The gradients are those of the loss times `loss_scale`.
    /// Returns the L2 norm of all gradients together, before clipping and without the scale: a scalar on the
    /// parameters' device that is finite where they are.
    at::Tensor update(double loss_scale = 1) { return trigger_->finish_step(loss_scale); }
    /// Updates made before, after a restore.
    void set_updates(std::int64_t updates) { rule_->set_updates(updates); }

    using State = NamedState;
    /// All state tensors, in a fixed order, for checkpoints. Waits for offloaded state to be at home.
    std::vector<State> states() const;
    const std::vector<at::Tensor>& trained() const { return trained_; }

private:
    void make_device_rule(std::unique_ptr<StateStore> states);

    const Preset::Training training_;
    const bool in_backward_;
    std::vector<Slot> slots_;
    std::vector<at::Tensor> trained_;
    OffloadedParameters* parameters_ = nullptr;
    StateStore* states_ = nullptr; ///< the device rule's
    std::unique_ptr<UpdateRule> rule_;
    std::unique_ptr<Trigger> trigger_;
};

} // namespace tunedesk::train
