// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/stack.h>
#include <string_view>

namespace tunedesk::simulated {

/// Faults of a device, selected by settings().misbehaviour, for tests of their detection; several are
/// separated by commas, "bf16,replay":
///   numbers       products are wrong by a hundredth
///   bf16, fp16    those of that type alone are wrong, by a third
///   architecture  no kernel was built for it: each is refused
///   replay        recorded work is done once and never again
///   hang          the 100th kernel never ends
///   vanish        from the 100th operator on, it has fallen off the bus

/// Whether this fault is selected, possibly with others.
bool misbehaves(std::string_view how);
/// Called before an operator of the device: throws as CUDA would.
void refuse_operator();
/// Called at the end of a kernel: may corrupt its results, or never return.
void spoil(const char* name, torch::jit::Stack& results);

} // namespace tunedesk::simulated
