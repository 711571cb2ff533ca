// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAStream.h>
#include <cuda_runtime.h>
#include <map>
#include <string>

namespace tunedesk::cuda {

/// The compiled kernels on one device.
class Library {
public:
    /// Compiles and loads the kernels. Throws std::runtime_error on failure.
    explicit Library(c10::DeviceIndex device);

    /// Enqueues a kernel on this thread's stream. The arguments must have the types of its parameters.
    template <class... Arguments>
    void launch(const std::string& name, dim3 grid, dim3 block, Arguments... arguments) const {
        void* pointers[] = {&arguments...};
        C10_CUDA_CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(kernels_.at(name)), grid, block,
                                        pointers, 0, c10::cuda::getCurrentCUDAStream()));
    }

private:
    std::string code_;
    cudaLibrary_t library_ = nullptr; // never unloaded: the context ends before static objects are destroyed
    std::map<std::string, cudaKernel_t> kernels_;
};

/// The library of this thread's device, compiled at the first call; throws std::runtime_error on failure.
const Library& library();

/// Threads per row: whole warps, four columns per thread, at most 256.
dim3 block_of(std::int64_t width);

inline dim3 grid_of(std::int64_t rows) {
    return dim3(static_cast<unsigned>(rows));
}

inline float* numbers(const at::Tensor& tensor) {
    return tensor.mutable_data_ptr<float>();
}

/// The tensor's data; null if it is undefined.
inline const float* read(const at::Tensor& tensor) {
    return tensor.defined() ? tensor.const_data_ptr<float>() : nullptr;
}

/// The suffix of the names of kernels for this type.
const char* suffix(at::ScalarType type);

/// The tensor as the kernels read it: contiguous and fp32.
at::Tensor plain(const at::Tensor& tensor);

} // namespace tunedesk::cuda
