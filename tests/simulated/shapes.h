// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>

namespace tunedesk::simulated {

/// Replaces an operator's arguments (tensors of the device as shapes, see shape_only()) by its results, also
/// as shapes: with LibTorch's meta kernel, else by running it on zeros on the host. False, with an empty
/// stack, if the shapes depend on data or neither method works.
bool infer_results(const c10::OperatorHandle& op, torch::jit::Stack& stack);

/// Resizes empty result tensors passed by LibTorch to the size that the operator will write.
void size_results(const c10::OperatorHandle& op, const std::vector<c10::IValue>& arguments);

} // namespace tunedesk::simulated
