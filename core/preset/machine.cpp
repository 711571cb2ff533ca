#include "base/nvml.h"
#include "preset/questionnaire.h"

#include <algorithm>
#include <fstream>

namespace tunedesk::preset {

namespace {

/// Compute capability 8.0, the A100's, is the first with bf16.
constexpr int first_bf16_major = 8;

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
    const std::vector<Gpu> gpus = visible_gpus();
    const auto has_bf16 = [](const Gpu& gpu) { return gpu.compute_major >= first_bf16_major; };
    machine.gpus = static_cast<int>(gpus.size());
    machine.bf16 = gpus.empty() ? cpu_has_bf16() : std::all_of(gpus.begin(), gpus.end(), has_bf16);
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(".deps/models", none))
        if (fs::exists(entry.path() / "config.json", none) &&
            (machine.model.empty() || entry.path().string() < machine.model))
            machine.model = entry.path().string();
    return machine;
}

} // namespace tunedesk::preset
