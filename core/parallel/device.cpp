// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/device.h"

#include "base/error.h"
#include "base/files/file.h"
#include "base/gpu/accelerator_path.h"
#include "base/text.h"

#include <charconv>
#include <cstdlib>
#include <dlfcn.h>
#include <fmt/format.h>

namespace tunedesk::parallel {

namespace {

Accelerator* load() {
    const fs::path path = accelerator_library();
    // Indices are those of nvidia-smi, also in presets and on screen; CUDA's default order would put the
    // fastest first.
    ::setenv("CUDA_DEVICE_ORDER", "PCI_BUS_ID", /*overwrite=*/1);
    // cuBLAS is deterministic only with a workspace of fixed size, which it reads at its start. Failed ranks
    // are detected by the ranks' own exchange: NCCL's watchdog must free the device, not end the process.
    ::setenv("CUBLAS_WORKSPACE_CONFIG", ":4096:8", /*overwrite=*/0);
    ::setenv("TORCH_NCCL_ASYNC_ERROR_HANDLING", "2", /*overwrite=*/0);
    void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
    const char* reason = library ? "" : ::dlerror();
    const auto function =
        library ? reinterpret_cast<AcceleratorFunction>(::dlsym(library, accelerator_function)) : nullptr;
    Accelerator* accelerator = function ? function(accelerator_interface) : nullptr;
    if (!accelerator)
        throw library ? Error(ErrorId::gpu_library_mismatch, {}, path.string())
                      : Error(ErrorId::gpu_library_not_loaded, {reason}, path.string());
    return accelerator;
}

int index_of(const std::string& devices, const World& world) {
    if (devices == "cuda") return world.local_rank;
    const std::vector<std::string_view> list = split(devices, ',');
    const auto place = static_cast<std::size_t>(world.local_rank);
    int index = -1;
    if (place < list.size()) {
        const std::string_view word = trimmed(list[place]);
        std::from_chars(word.data(), word.data() + word.size(), index);
    }
    return index;
}

} // namespace

fs::path accelerator_library() {
    const fs::path path = accelerator_path();
    if (!fs::exists(path)) throw Error(ErrorId::gpu_library_missing, {}, path.string());
    return path;
}

Accelerator& open_accelerator() {
    static Accelerator* const accelerator = load();
    return *accelerator;
}

Device::Device(Accelerator& accelerator, int index)
    : accelerator_(&accelerator), place_(at::kCUDA, static_cast<at::DeviceIndex>(index)) {}

std::string Device::name() const {
    return is_gpu() ? fmt::format("cuda:{}, {}", place_.index(), accelerator_->device_name(place_.index()))
                    : "cpu";
}

DeviceMemory Device::memory() const {
    return is_gpu() ? accelerator_->memory(place_.index()) : DeviceMemory{};
}

Device open_gpu(const std::string& devices, const World& world) {
    Accelerator& accelerator = open_accelerator();
    const int count = accelerator.device_count(), index = index_of(devices, world);
    if (index < 0 || index >= count)
        throw count == 0
            ? Error(ErrorId::gpu_not_found, {},
                    fmt::format("parallel.devices: {}, rank {} of its node", devices, world.local_rank))
            : Error(ErrorId::gpu_missing_for_rank, {fmt::to_string(world.rank), fmt::to_string(count)},
                    fmt::format("parallel.devices: {}, rank {} of its node", devices, world.local_rank));
    accelerator.select(index);
    return {accelerator, index};
}

} // namespace tunedesk::parallel
