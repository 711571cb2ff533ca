// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/stack.h>
#include <string_view>

namespace tunedesk::simulated {

/// What a device that is not right does, as settings().misbehaviour asks, for tests of those who must notice;
/// of several, "bf16,replay":
///   numbers       products are wrong by a hundredth
///   bf16, fp16    those of that type alone are wrong, by a third
///   architecture  no kernel was built for it: each is refused
///   replay        recorded work is done once and never again
///   hang          the 100th kernel never ends
///   vanish        from the 100th operator on, it has fallen off the bus

/// Whether the device misbehaves so, perhaps in other ways too.
bool misbehaves(std::string_view how);
/// Before an operator of the device: throws as CUDA would.
void refuse_operator();
/// At the end of a kernel: may make its results wrong, or never return.
void spoil(const char* name, torch::jit::Stack& results);

} // namespace tunedesk::simulated
