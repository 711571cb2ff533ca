// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/schema/device_types.h"

#include "preset/schema/checks.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>

namespace tunedesk::preset {

namespace {

/// Compute capability 8.0, the A100's, is the first with bf16 and tf32; 7.0, the V100's, with fp16.
constexpr int first_bf16_major = 8, first_fp16_major = 7;

} // namespace

DeviceTypes processor_types() {
    DeviceTypes types;
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (line.starts_with("flags")) {
            types.bf16 =
                line.find(" avx512_bf16") != std::string::npos || line.find(" amx_bf16") != std::string::npos;
            break;
        }
    return types;
}

DeviceTypes gpu_types(std::span<const Gpu> gpus) {
    const auto from = [&](int major) {
        return !gpus.empty() && std::all_of(gpus.begin(), gpus.end(),
                                            [&](const Gpu& gpu) { return gpu.compute_major >= major; });
    };
    return {true, from(first_bf16_major), from(first_fp16_major), from(first_bf16_major)};
}

std::string precision_note(const Preset& preset, const DeviceTypes& device) {
    using Compute = Preset::Compute;
    const Compute compute = preset.precision.compute;
    const char* const here = device.gpu ? "this GPU" : "this processor";
    const char* const other = device.bf16   ? "use bf16, which it has"
                              : device.fp16 ? "use fp16, which it has"
                                            : "use fp32";
    if (compute == Compute::tf32 && !device.tf32)
        return fmt::format("precision.compute: tf32 changes nothing here: {} computes in fp32; {}", here,
                           device.bf16 ? "bf16 is the faster type it has" : "use fp32");
    if (compute == Compute::fp16 && !device.fp16)
        return fmt::format("precision.compute: fp16 saves memory here, but {} computes products in fp32, "
                           "which is slower than plain fp32; {}",
                           here, other);
    if (compute == Compute::bf16 && !device.bf16)
        return fmt::format("{} has no bf16 instructions{}: precision.compute: bf16 saves memory here, but is "
                           "slower than fp32; {}",
                           here, device.gpu ? " (compute capability 8.0 has)" : " (AVX512-BF16 or AMX)",
                           other);
    return {};
}

std::vector<std::string> host_notes(const Preset& preset) {
    std::vector<std::string> notes;
    if (preset.precision.static_graph)
        notes.push_back("precision.static_graph changes nothing here: it is for GPUs");
    if (!preset.memory.offload.empty())
        notes.push_back("memory.offload changes nothing here: the host's memory holds everything");
    return notes;
}

std::vector<std::string> gpu_notes(const Preset& preset) {
    if (preset.precision.static_graph) return {};
    Preset recorded = preset;
    recorded.precision.static_graph = true;
    if (check_combinations(recorded).size() > check_combinations(preset).size()) return {};
    return {"precision.static_graph: true would repeat recorded steps, several times faster where the GPU "
            "waits for the host"};
}

} // namespace tunedesk::preset
