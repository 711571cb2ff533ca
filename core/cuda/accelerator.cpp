// SPDX-License-Identifier: GPL-3.0-or-later
// parallel::Accelerator over LibTorch's CUDA half.

#include "parallel/accelerator.h"

#include "kernel_library.h"
#include "recorder.h"
#include "row_operations.h"

#include <ATen/Context.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAFunctions.h>
#include <cstring>
#include <fmt/format.h>
#include <nccl.h>
#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>

namespace tunedesk::parallel {

namespace {

constexpr double gibibyte = 1024.0 * 1024 * 1024;

class Cuda : public Accelerator {
public:
    int device_count() const override { return c10::cuda::device_count(); }

    std::string device_name(int index) const override {
        const cudaDeviceProp& properties = *at::cuda::getDeviceProperties(device(index));
        return fmt::format("{}, {:.1f} GiB, sm_{}{}", properties.name,
                           static_cast<double>(properties.totalGlobalMem) / gibibyte, properties.major,
                           properties.minor);
    }

    std::string versions() const override {
        return fmt::format("CUDA {}.{}, NCCL {}.{}.{}", CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10,
                           NCCL_MAJOR, NCCL_MINOR, NCCL_PATCH);
    }

    void select(int index) override {
        at::globalContext().lazyInitDevice(c10::DeviceType::CUDA);
        c10::cuda::set_device(device(index));
    }

    DeviceMemory memory(int index) const override {
        const c10::CachingDeviceAllocator::DeviceStats stats =
            c10::cuda::CUDACachingAllocator::getDeviceStats(device(index));
        const auto& bytes = stats.allocated_bytes[0]; // the sum over all pools
        return {static_cast<std::uint64_t>(bytes.current), static_cast<std::uint64_t>(bytes.peak)};
    }

    std::unique_ptr<Recorder> recorder() override { return cuda_recorder(); }

    model::Operations operations(const model::Operations& plain) override {
        cuda::library(); // compiles
        return cuda::with_row_kernels(plain);
    }

    void release_cached_memory() override { c10::cuda::CUDACachingAllocator::emptyCache(); }

    c10::intrusive_ptr<c10d::Backend> nccl(const c10::intrusive_ptr<c10d::Store>& store, int rank, int size,
                                           std::chrono::milliseconds timeout) override {
        auto options = c10d::ProcessGroupNCCL::Options::create();
        options->timeout = timeout;
        return c10::make_intrusive<c10d::ProcessGroupNCCL>(store, rank, size, options);
    }

private:
    static c10::DeviceIndex device(int index) { return static_cast<c10::DeviceIndex>(index); }
};

} // namespace

} // namespace tunedesk::parallel

extern "C" __attribute__((visibility("default"))) tunedesk::parallel::Accelerator*
tunedesk_accelerator(const char* interface) {
    static tunedesk::parallel::Cuda cuda;
    return std::strcmp(interface, tunedesk::parallel::accelerator_interface) == 0 ? &cuda : nullptr;
}
