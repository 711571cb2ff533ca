// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <c10/util/intrusive_ptr.h>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <torch/headeronly/version.h>

namespace c10d {
class Backend;
class Store;
} // namespace c10d
namespace tunedesk::model {
struct Operations;
} // namespace tunedesk::model

namespace tunedesk::parallel {

struct DeviceMemory {
    std::uint64_t allocated = 0, peak = 0; ///< bytes of tensors, of this process
};

/// Device work that is recorded once and then replayed as a whole. It reads and writes the addresses that it
/// was recorded with.
class Graph {
public:
    virtual ~Graph() = default;
    /// Records the work that `work` enqueues on this thread's stream and those of its backward passes,
    /// without executing it. `work` must not wait for the device. Call once.
    virtual void capture(const std::function<void()>& work) = 0;
    /// Enqueues the recorded work.
    virtual void replay() = 0;
};

/// Makes graphs that share one memory pool: replaying a graph invalidates the intermediate results of the
/// others, except tensors that `work` has stored elsewhere and that are still referenced.
class Recorder {
public:
    virtual ~Recorder() = default;
    virtual std::unique_ptr<Graph> graph() = 0;
    /// Waits until the device has finished all enqueued work.
    virtual void wait() = 0;
};

/// The parts of CUDA and NCCL that the training core needs beyond LibTorch's device-independent interface.
/// Implemented by core/cuda, a separate shared library, because linking LibTorch's CUDA libraries delays a
/// worker's start and costs hundreds of megabytes, also in runs on the CPU. Functions throw std::exception.
/// Thread rule: the training thread only.
class Accelerator {
public:
    virtual ~Accelerator() = default;

    /// Number of visible CUDA devices; 0 also without a driver.
    virtual int device_count() const = 0;
    /// "NVIDIA H200, 139.8 GiB, sm_90".
    virtual std::string device_name(int index) const = 0;
    /// "CUDA 13.0, NCCL 2.28.9".
    virtual std::string versions() const = 0;
    /// Makes a device this thread's current one.
    virtual void select(int index) = 0;
    virtual DeviceMemory memory(int index) const = 0;
    /// A recorder for this thread's device. Also switches this thread to a new stream, because the default
    /// stream cannot be recorded; backward passes run on the stream of their forward pass.
    virtual std::unique_ptr<Recorder> recorder() = 0;
    /// Gives unused cached memory back to the device.
    virtual void release_cached_memory() = 0;
    /// `plain` (LibTorch's operations) with some replaced by the project's fused kernels for this thread's
    /// device.
    virtual model::Operations operations(const model::Operations& plain) = 0;
    /// NCCL's collectives among the ranks that meet at `store`, on the current device.
    virtual c10::intrusive_ptr<c10d::Backend> nccl(const c10::intrusive_ptr<c10d::Store>& store, int rank,
                                                   int size, std::chrono::milliseconds timeout) = 0;
};

/// Both sides must have been built from the same interface and against the same LibTorch.
constexpr const char* accelerator_interface = "tunedesk accelerator 4, LibTorch " TORCH_VERSION;
/// Name of the library's only function, which returns an object that lives as long as the process, or null if
/// `interface` is not the library's.
constexpr const char* accelerator_function = "tunedesk_accelerator";
using AcceleratorFunction = Accelerator* (*)(const char* interface);

} // namespace tunedesk::parallel
