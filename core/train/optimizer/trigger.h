// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/gradient_hook.h"
#include "train/optimizer/slot.h"
#include "train/optimizer/update_rule.h"

namespace tunedesk::train {

/// Determines when parameters are updated: AfterBackward, WithinBackward. Thread rule: one thread, and its
/// backward pass.
class Trigger {
public:
    virtual ~Trigger() = default;
    /// Before a step's first backward pass, when there are no gradients.
    virtual void begin_step() = 0;
    /// Returns the norm of all gradients. Call after the last backward pass.
    virtual at::Tensor norm() = 0;
    /// After norm(): see UpdateRule::step().
    virtual void step(const at::Tensor& clip, const at::Tensor& finite) = 0;
};

class AfterBackward : public Trigger {
public:
    explicit AfterBackward(UpdateRule& rule) : rule_(rule) {}
    void begin_step() override {}
    at::Tensor norm() override { return rule_.norm(); }
    void step(const at::Tensor& clip, const at::Tensor& finite) override { rule_.step(clip, finite); }

private:
    UpdateRule& rule_;
};

/// memory.optimizer_in_backward: each parameter is updated as soon as the backward pass has accumulated its
/// gradient, which is then dropped. check_combinations() refuses loss scale, clipping and accumulation beside
/// it.
class WithinBackward : public Trigger {
public:
    /// Takes the slots' gradients through memory::GradientHook.
    WithinBackward(UpdateRule& rule, const std::vector<Slot>& slots);
    WithinBackward(const WithinBackward&) = delete;
    WithinBackward& operator=(const WithinBackward&) = delete;
    void begin_step() override { rule_.begin_backward(); }
    at::Tensor norm() override { return rule_.finish_backward(); }
    void step(const at::Tensor&, const at::Tensor&) override {} // done in the backward pass

private:
    UpdateRule& rule_;
    std::vector<memory::GradientHook> hooks_;
};

} // namespace tunedesk::train
