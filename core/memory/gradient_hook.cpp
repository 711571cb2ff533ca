// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/gradient_hook.h"

#include "memory/torch_headers.h"

#include <algorithm>
#include <stdexcept>
#include <torch/csrc/autograd/function_hook.h>
#include <torch/csrc/autograd/variable.h>

namespace tunedesk::memory {

struct GradientHook::Entry {
    at::Tensor parameter;
    Use use;
    Work work;
};

/// What LibTorch's slot of a tensor holds.
struct GradientHook::Slot : torch::autograd::PostAccumulateGradHook {
    std::vector<const Entry*> entries; ///< in the order of their calls

    void operator()(const at::Tensor& parameter) override {
        for (const Entry* entry : entries)
            if (entry->work) entry->work(parameter);
    }
    /// Null if the tensor has none, or another kind of hook.
    static Slot* of(const at::Tensor& parameter) {
        return dynamic_cast<Slot*>(torch::autograd::impl::post_acc_grad_hooks(parameter).get());
    }
};

GradientHook::GradientHook(const at::Tensor& parameter, Use use, Work work)
    : entry_(std::make_unique<Entry>(Entry{parameter, use, std::move(work)})) {
    if (!torch::autograd::impl::post_acc_grad_hooks(parameter))
        torch::autograd::impl::set_post_acc_grad_hooks(parameter, std::make_unique<Slot>());
    Slot* const slot = Slot::of(parameter);
    if (!slot) throw std::logic_error("a tensor has a post-accumulate hook that is not a GradientHook");
    auto& entries = slot->entries;
    if (use == Use::take && !entries.empty() && entries.front()->use == Use::take)
        throw std::logic_error("two parts of the training take the gradient of one tensor");
    entries.insert(std::ranges::upper_bound(entries, use, {}, &Entry::use), entry_.get());
}

GradientHook::GradientHook(GradientHook&&) noexcept = default;

GradientHook::~GradientHook() {
    Slot* const slot = entry_ ? Slot::of(entry_->parameter) : nullptr;
    if (!slot) return;
    std::erase(slot->entries, entry_.get());
    if (slot->entries.empty()) torch::autograd::impl::set_post_acc_grad_hooks(entry_->parameter, nullptr);
}

} // namespace tunedesk::memory
