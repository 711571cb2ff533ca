// parallel::Recorder over CUDA graphs. Not yet run on a GPU: see tests/device/.

#include "recorder.h"

#include <ATen/cuda/CUDAContext.h>
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDAFunctions.h>
#include <c10/cuda/CUDAStream.h>

namespace tunedesk::parallel {

namespace {

class CudaGraph : public Graph {
public:
    explicit CudaGraph(at::cuda::MempoolId_t pool) : pool_(pool) {}

    void capture(const std::function<void()>& work) override {
        c10::cuda::device_synchronize();
        // Calls of other threads, as of NCCL's watchdog, shall not end the recording.
        graph_.capture_begin(pool_, cudaStreamCaptureModeThreadLocal);
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

    at::cuda::MempoolId_t pool_;
    at::cuda::CUDAGraph graph_;
};

class CudaRecorder : public Recorder {
public:
    CudaRecorder() {
        c10::cuda::device_synchronize(); // what the default stream was given must come first
        c10::cuda::setCurrentCUDAStream(c10::cuda::getStreamFromPool(/*isHighPriority=*/false));
    }

    std::unique_ptr<Graph> graph() override { return std::make_unique<CudaGraph>(pool_); }
    void wait() override { c10::cuda::device_synchronize(); }

private:
    at::cuda::MempoolId_t pool_ = at::cuda::graph_pool_handle();
};

} // namespace

std::unique_ptr<Recorder> cuda_recorder() {
    return std::make_unique<CudaRecorder>();
}

} // namespace tunedesk::parallel
