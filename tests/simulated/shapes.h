// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/dispatch/Dispatcher.h>
#include <ATen/core/stack.h>

namespace tunedesk::simulated {

/// Replaces an operator's arguments (tensors of the device as shapes, see shape_only()) by its results, as
/// shapes too: by LibTorch's meta kernel, else by a rehearsal on zeros of the host. False, and the stack
/// empty, where the results' shapes depend on the data or neither way exists.
bool infer_results(const c10::OperatorHandle& op, torch::jit::Stack& stack);

/// Gives results that LibTorch handed in empty the size that the operator will write.
void size_results(const c10::OperatorHandle& op, const std::vector<c10::IValue>& arguments);

} // namespace tunedesk::simulated
