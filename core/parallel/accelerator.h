#pragma once

#include <c10/util/intrusive_ptr.h>
#include <chrono>
#include <cstdint>
#include <string>
#include <torch/headeronly/version.h>

namespace c10d {
class Backend;
class Store;
} // namespace c10d

namespace tunedesk::parallel {

struct DeviceMemory {
    std::uint64_t allocated = 0, peak = 0; ///< bytes of tensors, of this process
};

/// What the training core needs of CUDA and NCCL beyond LibTorch's device-independent interface. Implemented
/// by core/cuda, a shared library of its own: a worker that links LibTorch's CUDA half starts later and holds
/// hundreds of megabytes more, which a run on the host's processors should not pay for. Functions throw
/// std::exception. Thread rule: the training thread alone.
class Accelerator {
public:
    virtual ~Accelerator() = default;

    /// Devices that CUDA shows; 0 also where there is no driver.
    virtual int device_count() const = 0;
    /// "NVIDIA H200, 139.8 GiB, sm_90".
    virtual std::string device_name(int index) const = 0;
    /// "CUDA 13.0, NCCL 2.28.9".
    virtual std::string versions() const = 0;
    /// Makes a device this thread's current one.
    virtual void select(int index) = 0;
    virtual DeviceMemory memory(int index) const = 0;
    /// Gives unused cached memory back to the device.
    virtual void release_cached_memory() = 0;
    /// NCCL's collectives among the ranks that meet at `store`, on the current device.
    virtual c10::intrusive_ptr<c10d::Backend> nccl(const c10::intrusive_ptr<c10d::Store>& store, int rank,
                                                   int size, std::chrono::milliseconds timeout) = 0;
};

/// Both sides must have been built from the same interface and against the same LibTorch.
constexpr const char* accelerator_interface = "tunedesk accelerator 1, LibTorch " TORCH_VERSION;
/// The library's one function. The object lives as long as the process; null where `interface` is another's.
constexpr const char* accelerator_function = "tunedesk_accelerator";
using AcceleratorFunction = Accelerator* (*)(const char* interface);

} // namespace tunedesk::parallel
