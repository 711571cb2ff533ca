#pragma once

#include "memory/gradient_hook.h"
#include "train/optimizer/slot.h"
#include "train/optimizer/update_rule.h"

namespace tunedesk::train {

/// When parameters are stepped: AfterBackward, WithinBackward. Thread rule: one thread, and its backward
/// pass.
class Trigger {
public:
    virtual ~Trigger() = default;
    /// Before a step's first backward pass, which has the gradients' memory empty.
    virtual void begin_step() = 0;
    /// After its last: see UpdateRule.
    virtual at::Tensor finish_step(double loss_scale) = 0;
};

class AfterBackward : public Trigger {
public:
    explicit AfterBackward(UpdateRule& rule) : rule_(rule) {}
    void begin_step() override {}
    at::Tensor finish_step(double loss_scale) override { return rule_.update(loss_scale); }

private:
    UpdateRule& rule_;
};

/// memory.optimizer_in_backward: each parameter is stepped as soon as the backward pass has its gradient,
/// which is then dropped, so that no two of them exist at a time for long. check_combinations() lets no loss
/// scale, clipping or accumulation come with it.
class WithinBackward : public Trigger {
public:
    /// Takes the slots' gradients: see memory::GradientHook.
    WithinBackward(UpdateRule& rule, const std::vector<Slot>& slots);
    WithinBackward(const WithinBackward&) = delete;
    WithinBackward& operator=(const WithinBackward&) = delete;
    void begin_step() override { rule_.begin_backward(); }
    at::Tensor finish_step(double) override { return rule_.finish_backward(); }

private:
    UpdateRule& rule_;
    std::vector<memory::GradientHook> hooks_;
};

} // namespace tunedesk::train
