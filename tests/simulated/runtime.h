// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <c10/core/Device.h>

namespace torch {
class Library;
}

namespace tunedesk::simulated {

/// Registers the simulation under LibTorch's CUDA key: device guard, allocators, hooks and operators. Call it
/// once per process, before LibTorch is asked for CUDA, and never with libtorch_cuda.so, which uses the same
/// key.
void install();

/// The parts of install().
void install_memory();
void install_guard();
void install_hooks();
void install_operators();
void install_tensor_operators(torch::Library& aten);
void install_attention(torch::Library& aten);

inline c10::Device device_at(int index) {
    return {c10::kCUDA, static_cast<c10::DeviceIndex>(index)};
}

} // namespace tunedesk::simulated
