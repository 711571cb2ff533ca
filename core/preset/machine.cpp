#include "preset/questionnaire.h"

#include <dlfcn.h>
#include <fstream>
#include <memory>

namespace tunedesk::preset {

namespace {

/// Compute capability 8.0, the A100's, is the first with bf16.
constexpr int first_bf16_major = 8;

/// GPUs and whether all have bf16, asked of NVML, which comes with the driver and is not linked.
void ask_nvml(Machine& machine) {
    const std::unique_ptr<void, int (*)(void*)> library(::dlopen("libnvidia-ml.so.1", RTLD_LAZY | RTLD_LOCAL),
                                                        ::dlclose);
    if (!library) return;
    const auto function = [&](const char* name) { return ::dlsym(library.get(), name); };
    const auto init = reinterpret_cast<int (*)()>(function("nvmlInit_v2"));
    const auto shutdown = reinterpret_cast<int (*)()>(function("nvmlShutdown"));
    const auto count = reinterpret_cast<int (*)(unsigned*)>(function("nvmlDeviceGetCount_v2"));
    const auto handle =
        reinterpret_cast<int (*)(unsigned, void**)>(function("nvmlDeviceGetHandleByIndex_v2"));
    const auto capability =
        reinterpret_cast<int (*)(void*, int*, int*)>(function("nvmlDeviceGetCudaComputeCapability"));
    if (!init || !shutdown || !count || !handle || !capability || init() != 0) return;
    unsigned devices = 0;
    if (count(&devices) == 0 && devices > 0 && devices <= 1024) {
        machine.gpus = static_cast<int>(devices);
        machine.bf16 = true;
        for (unsigned i = 0; i < devices; ++i) {
            void* device = nullptr;
            int major = 0, minor = 0;
            const bool known = handle(i, &device) == 0 && capability(device, &major, &minor) == 0;
            machine.bf16 = machine.bf16 && known && major >= first_bf16_major;
        }
    }
    shutdown();
}

bool cpu_has_bf16() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (line.starts_with("flags"))
            return line.find(" avx512_bf16") != std::string::npos ||
                   line.find(" amx_bf16") != std::string::npos;
    return false;
}

} // namespace

Machine detect_machine() {
    Machine machine;
    ask_nvml(machine);
    if (machine.gpus == 0) machine.bf16 = cpu_has_bf16();
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(".deps/models", none))
        if (fs::exists(entry.path() / "config.json", none) &&
            (machine.model.empty() || entry.path().string() < machine.model))
            machine.model = entry.path().string();
    return machine;
}

} // namespace tunedesk::preset
