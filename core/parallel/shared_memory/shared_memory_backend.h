// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/block_provider.h"

#include <c10/util/intrusive_ptr.h>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <torch/csrc/distributed/c10d/Backend.hpp>
#include <vector>

namespace c10d {
class Store;
}

namespace tunedesk::parallel {

class Exchange;

/// Why ranks cannot share memory.
class SharedMemoryError : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Collectives over Exchange as a backend of c10d, for contiguous tensors on the host. They run on a thread
/// of the backend, in the order of the calls, so that a backward pass continues meanwhile. Sums support fp32,
/// fp64 and integers; 16-bit types are summed in fp32 and rounded once. Send and receive are not supported.
/// Thread rule: as all backends of c10d, one call at a time.
class SharedMemoryBackend : public c10d::Backend {
public:
    /// A collective of all ranks, which meet at `store`: rank 0 shares its memory. Throws SharedMemoryError
    /// on every rank if one of them cannot share memory with rank 0: there is none left, or it is on another
    /// machine or in another container.
    static c10::intrusive_ptr<SharedMemoryBackend> connect(const c10::intrusive_ptr<c10d::Store>& store,
                                                           int rank, int ranks,
                                                           std::chrono::milliseconds timeout);
    SharedMemoryBackend(std::unique_ptr<Exchange> exchange, int rank, int ranks);
    /// Waits for pending calls. Makes the others' waits for this rank fail from now on.
    ~SharedMemoryBackend() override;

    const std::string getBackendName() const override { return "shared memory"; }

    c10::intrusive_ptr<c10d::Work> allreduce(std::vector<at::Tensor>& tensors,
                                             const c10d::AllreduceOptions& options = {}) override;
    c10::intrusive_ptr<c10d::Work> broadcast(std::vector<at::Tensor>& tensors,
                                             const c10d::BroadcastOptions& options = {}) override;
    c10::intrusive_ptr<c10d::Work> _allgather_base(at::Tensor& output, at::Tensor& input,
                                                   const c10d::AllgatherOptions& options = {}) override;
    c10::intrusive_ptr<c10d::Work>
    _reduce_scatter_base(at::Tensor& output, at::Tensor& input,
                         const c10d::ReduceScatterOptions& options = {}) override;
    c10::intrusive_ptr<c10d::Work> barrier(const c10d::BarrierOptions& options = {}) override;

    /// Provides blocks whose collectives need no copies. A block's memory is reserved at once; it is freed
    /// with its owner on this rank, and with the backend on other ranks.
    std::shared_ptr<memory::BlockProvider> blocks() const;
    /// A tensor [size] in such a block. Throws c10::OutOfMemoryError if there is not enough memory.
    at::Tensor allocateTensor(long size, at::TensorOptions options = {}) override;
    bool supportsTensorAlloc(c10::DeviceIndex) override { return true; }
    /// Makes waits of other ranks for this one fail.
    void abort() override;

private:
    class Calls;

    std::shared_ptr<Exchange> exchange_; ///< also of the blocks in use
    std::unique_ptr<Calls> calls_;
};

} // namespace tunedesk::parallel
