// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "parallel/accelerator.h"
#include "parallel/world.h"

#include <c10/core/Device.h>
#include <string>

namespace tunedesk::parallel {

/// The device of a rank: the host's CPU or one GPU. Copies refer to the same device.
class Device {
public:
    Device() = default;
    Device(Accelerator& accelerator, int index);

    at::Device place() const { return place_; }
    bool is_gpu() const { return accelerator_ != nullptr; }
    /// "cpu", or "cuda:1, NVIDIA H200, ...".
    std::string name() const;
    /// Zero on the host.
    DeviceMemory memory() const;
    /// Null on the host.
    Accelerator* accelerator() const { return accelerator_; }

private:
    Accelerator* accelerator_ = nullptr;
    at::Device place_ = at::Device(at::kCPU);
};

/// The GPU of this rank by parallel.devices: "cuda" is the GPU with the rank's local number, "0,2" is a list
/// indexed by the local number. Loads core/cuda, which must happen before any other use of CUDA through
/// LibTorch. Throws what open_accelerator() throws, 5602 (no such GPU) and 5606 (fewer GPUs than ranks).
Device open_gpu(const std::string& devices, const World& world);

/// The path of core/cuda's library (base/gpu/accelerator_path.h). Throws Error 5605 if there is none.
fs::path accelerator_library();

/// Loads core/cuda once; later calls give the same object. Throws Error 5601, 5604 (another version's) or
/// 5605.
Accelerator& open_accelerator();

} // namespace tunedesk::parallel
