// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel_library.h"

#include "compiler.h"

#include <ATen/ATen.h>
#include <ATen/cuda/CUDAContext.h>
#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <mutex>

namespace tunedesk::cuda {

Library::Library(c10::DeviceIndex device) {
    const cudaDeviceProp& properties = *at::cuda::getDeviceProperties(device);
    code_ =
        compiled(kernels_source, "kernels.cu", fmt::format("sm_{}{}", properties.major, properties.minor));
    C10_CUDA_CHECK(cudaLibraryLoadData(&library_, code_.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    for (const std::string& name : kernel_names())
        C10_CUDA_CHECK(cudaLibraryGetKernel(&kernels_[name], library_, name.c_str()));
}

const Library& library() {
    static std::mutex mutex;
    static std::map<c10::DeviceIndex, std::unique_ptr<Library>> libraries;
    const std::lock_guard lock(mutex);
    const c10::DeviceIndex device = c10::cuda::current_device();
    std::unique_ptr<Library>& one = libraries[device];
    if (!one) one = std::make_unique<Library>(device);
    return *one;
}

dim3 block_of(std::int64_t width) {
    const std::int64_t warps = std::clamp<std::int64_t>((width + 127) / 128, 1, 8);
    return dim3(static_cast<unsigned>(warps * 32));
}

const char* suffix(at::ScalarType type) {
    switch (type) {
    case at::kFloat:
        return "f32";
    case at::kBFloat16:
        return "bf16";
    case at::kHalf:
        return "f16";
    default:
        TORCH_CHECK(false, "the row kernels take fp32, bf16 and fp16, not ", type);
    }
}

at::Tensor plain(const at::Tensor& tensor) {
    return tensor.to(at::kFloat).contiguous();
}

} // namespace tunedesk::cuda
