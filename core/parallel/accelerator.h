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
    /// Records what `work` enqueues on this thread's stream and on those of its backward passes; nothing of
    /// it is computed, and it may not wait for the device. Once only.
    virtual void capture(const std::function<void()>& work) = 0;
    /// Enqueues the recorded work.
    virtual void replay() = 0;
};

/// Makes graphs. Those of one recorder share the memory between their kernels: of two graphs,
/// nothing that one leaves there outlives the other's replay, but what `work` handed out and still holds.
class Recorder {
public:
    virtual ~Recorder() = default;
    virtual std::unique_ptr<Graph> graph() = 0;
    /// Until the device has done what was enqueued.
    virtual void wait() = 0;
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
    /// A recorder for this thread's device, and from here on a stream of its own for this thread: the default
    /// one records nothing, and a backward pass runs where its forward pass did.
    virtual std::unique_ptr<Recorder> recorder() = 0;
    /// Gives unused cached memory back to the device.
    virtual void release_cached_memory() = 0;
    /// `plain`, LibTorch's operations, with fused kernels of the project's own for this thread's device.
    virtual model::Operations operations(const model::Operations& plain) = 0;
    /// NCCL's collectives among the ranks that meet at `store`, on the current device.
    virtual c10::intrusive_ptr<c10d::Backend> nccl(const c10::intrusive_ptr<c10d::Store>& store, int rank,
                                                   int size, std::chrono::milliseconds timeout) = 0;
};

/// Both sides must have been built from the same interface and against the same LibTorch.
constexpr const char* accelerator_interface = "tunedesk accelerator 4, LibTorch " TORCH_VERSION;
/// The library's one function. The object lives as long as the process; null if `interface` is another's.
constexpr const char* accelerator_function = "tunedesk_accelerator";
using AcceleratorFunction = Accelerator* (*)(const char* interface);

} // namespace tunedesk::parallel
