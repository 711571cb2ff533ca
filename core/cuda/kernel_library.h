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
    /// Throws std::runtime_error.
    explicit Library(c10::DeviceIndex device);

    /// Enqueues a kernel on this thread's stream. The arguments' types are those of its parameters.
    template <class... Arguments>
    void launch(const std::string& name, dim3 grid, dim3 block, Arguments... arguments) const {
        void* pointers[] = {&arguments...};
        C10_CUDA_CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(kernels_.at(name)), grid, block,
                                        pointers, 0, c10::cuda::getCurrentCUDAStream()));
    }

private:
    std::string code_;
    cudaLibrary_t library_ = nullptr; // for as long as the process: the context ends before static objects do
    std::map<std::string, cudaKernel_t> kernels_;
};

/// This thread's device's, compiled at the first call; throws std::runtime_error where that fails.
const Library& library();

/// Threads of a row: whole warps, four columns each, at most 256.
dim3 block_of(std::int64_t width);

inline dim3 grid_of(std::int64_t rows) {
    return dim3(static_cast<unsigned>(rows));
}

inline float* numbers(const at::Tensor& tensor) {
    return tensor.mutable_data_ptr<float>();
}

/// Null if the tensor is undefined.
inline const float* read(const at::Tensor& tensor) {
    return tensor.defined() ? tensor.const_data_ptr<float>() : nullptr;
}

/// Of the names of kernels that work on numbers of this type.
const char* suffix(at::ScalarType type);

/// As the kernels read: contiguous and fp32.
at::Tensor plain(const at::Tensor& tensor);

} // namespace tunedesk::cuda
