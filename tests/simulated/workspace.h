// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace tunedesk::simulated {

/// As cuBLASLt does at a device's first product with a bias: memory that stays taken.
void take_workspace(int device);
/// What it takes of a device. It is never given back: at the end of the process LibTorch's thread-locals are
/// gone, which freeing a tensor reads.
std::size_t workspace_bytes(int device);

} // namespace tunedesk::simulated
