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

constexpr const char* on_the_host = "set parallel.devices: cpu to train on this machine's processors";

Accelerator* load() {
    const fs::path path = accelerator_library();
    // Indices are nvidia-smi's here, in presets and on screen; CUDA's own would put the fastest first.
    ::setenv("CUDA_DEVICE_ORDER", "PCI_BUS_ID", /*overwrite=*/1);
    // cuBLAS is deterministic only with a workspace of fixed size, which it reads when it starts. A rank that
    // fails is found by the ranks' own exchange: NCCL's watchdog shall free the device, not end the process.
    ::setenv("CUBLAS_WORKSPACE_CONFIG", ":4096:8", /*overwrite=*/0);
    ::setenv("TORCH_NCCL_ASYNC_ERROR_HANDLING", "2", /*overwrite=*/0);
    void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
    const char* reason = library ? "" : ::dlerror();
    const auto function =
        library ? reinterpret_cast<AcceleratorFunction>(::dlsym(library, accelerator_function)) : nullptr;
    Accelerator* accelerator = function ? function(accelerator_interface) : nullptr;
    if (!accelerator)
        throw Error(5601,
                    fmt::format("GPU support cannot be loaded: {}",
                                library ? "it was built for another version of the worker" : reason),
                    path.string(), std::string("build again, or ") + on_the_host);
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
    if (!fs::exists(path))
        throw Error(5601, "this build has no GPU support: its library is not there", path.string(),
                    std::string("run packaging/setup.sh --cuda and build again, or ") + on_the_host);
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
        throw Error(5602,
                    count == 0 ? "no GPU was found"
                               : fmt::format("there is no GPU for rank {}: CUDA shows {}", world.rank, count),
                    fmt::format("parallel.devices: {}, rank {} of its node", devices, world.local_rank),
                    count == 0 ? fmt::format("check the driver with nvidia-smi, or {}", on_the_host)
                               : "lower parallel.processes, or name GPUs that are there");
    accelerator.select(index);
    return {accelerator, index};
}

} // namespace tunedesk::parallel
