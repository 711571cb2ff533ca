// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <c10/core/Allocator.h>
#include <c10/core/Stream.h>

namespace tunedesk::simulated {

/// What LibTorch allocates with: device memory, and pinned memory of the host.
c10::Allocator& device_allocator();
c10::Allocator& pinned_allocator();
/// From here on the memory is used by this stream too. Memory that is not the device allocator's is passed
/// over, as by CUDA's.
void record_use(const c10::DataPtr& data, const c10::Stream& stream);

} // namespace tunedesk::simulated
