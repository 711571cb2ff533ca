// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "simulated/streams.h"

#include <c10/core/Stream.h>

namespace tunedesk::simulated {

/// Converts to LibTorch's stream type; a device's default stream has number 0.
c10::Stream wrap(const Stream& stream);
Stream& unwrap(const c10::Stream& stream);

} // namespace tunedesk::simulated
