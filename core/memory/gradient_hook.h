// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>
#include <functional>
#include <memory>

namespace tunedesk::memory {

/// Work on a tensor's gradient, done as soon as a backward pass has accumulated it, for as long as this
/// object lives. The one owner of LibTorch's post-accumulate hooks: a tensor has one slot for them, where a
/// second hook silently replaces the first. The hooks of c10d::Reducer are others: they belong to the graph
/// node that accumulates, and are called after these. parallel::GradientReducer therefore reserves its
/// gradients, so that no other part takes them before they are summed. Thread rule: create and destroy it
/// between backward passes; the work runs on the backward pass's thread.
class GradientHook {
public:
    /// Hooks of one tensor are called in this order; those of one use in the order of their creation.
    enum class Use {
        take,  ///< updates by the gradient, moves it or sums it over ranks: at most one a tensor
        watch, ///< reads what the first left: an undefined gradient where it was dropped
    };
    using Work = std::function<void(const at::Tensor& parameter)>;

    /// An empty `work` only reserves the use. Throws std::logic_error where another hook takes the gradient
    /// already, or where the slot holds a hook that is not of this class.
    GradientHook(const at::Tensor& parameter, Use use, Work work);
    ~GradientHook();
    GradientHook(GradientHook&&) noexcept;
    GradientHook& operator=(GradientHook&&) = delete;

private:
    struct Entry;
    struct Slot;
    std::unique_ptr<Entry> entry_; ///< null once moved from
};

} // namespace tunedesk::memory
