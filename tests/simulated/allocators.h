// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <c10/core/Allocator.h>
#include <c10/core/Stream.h>

namespace tunedesk::simulated {

/// LibTorch's allocators: device memory, and pinned host memory.
c10::Allocator& device_allocator();
c10::Allocator& pinned_allocator();
/// Marks the memory as used by this stream too. Memory of other allocators is ignored, as by CUDA.
void record_use(const c10::DataPtr& data, const c10::Stream& stream);

} // namespace tunedesk::simulated
