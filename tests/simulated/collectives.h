// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <torch/csrc/distributed/c10d/Backend.hpp>
#include <torch/csrc/distributed/c10d/Store.hpp>

namespace tunedesk::simulated {

/// Collectives on a stream of their own, as NCCL's: their jobs call Gloo with the kernels' side of the
/// memory.
c10::intrusive_ptr<c10d::Backend> make_collectives(const c10::intrusive_ptr<c10d::Store>& store, int rank,
                                                   int size, std::chrono::milliseconds timeout);

/// Lets Gloo itself reduce tensors of the device, through pinned memory, as LibTorch's CUDA half does.
void install_gloo();

} // namespace tunedesk::simulated
