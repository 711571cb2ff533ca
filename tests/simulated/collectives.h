// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <torch/csrc/distributed/c10d/Backend.hpp>
#include <torch/csrc/distributed/c10d/Store.hpp>

namespace tunedesk::simulated {

/// Collectives on a separate stream, like NCCL's: their jobs call Gloo with the kernels' addresses of the
/// memory.
c10::intrusive_ptr<c10d::Backend> make_collectives(const c10::intrusive_ptr<c10d::Store>& store, int rank,
                                                   int size, std::chrono::milliseconds timeout);

/// Makes Gloo reduce tensors of the device through pinned memory, as LibTorch's CUDA part does.
void install_gloo();

} // namespace tunedesk::simulated
