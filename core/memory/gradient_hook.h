// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>
#include <functional>
#include <memory>

namespace tunedesk::memory {

/// Runs a function on a tensor's gradient as soon as a backward pass has accumulated it, during the lifetime
/// of this object. The only user of LibTorch's post-accumulate hooks: a tensor has one slot for them, and a
/// second hook silently replaces the first. The hooks of c10d::Reducer are different: they belong to the
/// graph node that accumulates and are called after these. parallel::GradientReducer therefore reserves its
/// gradients, so that they are not moved or freed before they are summed. Thread rule: create and destroy it
/// between backward passes; the function runs on the backward pass's thread.
class GradientHook {
public:
    /// Hooks of one tensor are called in the order of this enumeration; those of one use in the order of
    /// their creation.
    enum class Use {
        take,  ///< updates by the gradient, moves it or sums it over ranks: at most one per tensor
        watch, ///< reads what the `take` hook left: an undefined gradient if it was freed
    };
    using Work = std::function<void(const at::Tensor& parameter)>;

    /// An empty `work` only reserves the use. Throws std::logic_error if another hook already takes the
    /// gradient, or if the slot holds a hook of another class.
    GradientHook(const at::Tensor& parameter, Use use, Work work);
    ~GradientHook();
    GradientHook(GradientHook&&) noexcept;
    GradientHook& operator=(GradientHook&&) = delete;

private:
    struct Entry;
    struct Slot;
    std::unique_ptr<Entry> entry_; ///< null after a move
};

} // namespace tunedesk::memory
