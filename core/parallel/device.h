// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "parallel/accelerator.h"
#include "parallel/world.h"

#include <c10/core/Device.h>
#include <string>

namespace tunedesk::parallel {

/// What a rank computes on: the host's processors, or one GPU. A value; all copies refer to the same device.
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

/// The GPU of this rank as parallel.devices names it: "cuda" is the one of the rank's number on its node,
/// "0,2" the one at that place of the list. Loads core/cuda, which must come before anything that asks
/// LibTorch for CUDA. Throws what open_accelerator() throws, 5602 (no such GPU) and 5606 (fewer GPUs than
/// ranks).
Device open_gpu(const std::string& devices, const World& world);

/// Where core/cuda's library is (base/accelerator_path.h). Throws Error 5605 if there is none.
fs::path accelerator_library();

/// Loads core/cuda once; later calls give the same object. Throws Error 5601, 5604 (another version's) or
/// 5605.
Accelerator& open_accelerator();

} // namespace tunedesk::parallel
