// SPDX-License-Identifier: GPL-3.0-or-later
// parallel::Recorder over CUDA graphs.

#include "recorder.h"

#include <ATen/cuda/CUDAContext.h>
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAStream.h>
#include <memory>

namespace tunedesk::parallel {

namespace {

using Pool = std::shared_ptr<const at::cuda::MempoolId_t>;

class CudaGraph : public Graph {
public:
    explicit CudaGraph(Pool pool) : pool_(std::move(pool)) {}

    void capture(const std::function<void()>& work) override {
        c10::cuda::device_synchronize();
        // While it records, the allocator gives nothing unused back when memory runs short.
        c10::cuda::CUDACachingAllocator::emptyCache();
        // Calls of other threads, as of NCCL's watchdog, shall not end the recording.
        graph_.capture_begin(*pool_, cudaStreamCaptureModeThreadLocal);
        try {
            work();
        } catch (...) {
            abandon();
            throw;
        }
        graph_.capture_end();
    }

    void replay() override { graph_.replay(); }

private:
    /// The stream must leave the recording, whatever has become of it; why it failed is said by another.
    void abandon() {
        try {
            graph_.capture_end();
        } catch (const c10::Error&) {
        }
    }

    Pool pool_;
    at::cuda::CUDAGraph graph_;
};

class CudaRecorder : public Recorder {
public:
    CudaRecorder() {
        c10::cuda::device_synchronize(); // what the default stream was given must come first
        c10::cuda::setCurrentCUDAStream(c10::cuda::getStreamFromPool(/*isHighPriority=*/false));
    }

    /// LibTorch's allocator does not open a pool again whose last graph is gone: the next graph gets a new
    /// one.
    std::unique_ptr<Graph> graph() override {
        Pool pool = pool_.lock();
        if (!pool)
            pool_ = pool = std::make_shared<const at::cuda::MempoolId_t>(at::cuda::graph_pool_handle());
        return std::make_unique<CudaGraph>(std::move(pool));
    }
    void wait() override { c10::cuda::device_synchronize(); }

private:
    std::weak_ptr<const at::cuda::MempoolId_t> pool_; ///< of the graphs that there are
};

} // namespace

std::unique_ptr<Recorder> cuda_recorder() {
    return std::make_unique<CudaRecorder>();
}

} // namespace tunedesk::parallel
