// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for NVIDIA's management library on machines without a GPU. It shows what the JSON file named by
// FAKE_NVML says at the moment of each call, so that a test can change the machine while a program watches
// it:
//   {"driver": "580.65", "gpus": [{"name": "NVIDIA A100", "uuid": "GPU-0a", "bus": 1, "total": 80000000000,
//     "used": 1000, "utilization": 37, "temperature": 55, "major": 8, "minor": 0, "lost": false,
//     "processes": [{"pid": 4242, "bytes": 900, "utilization": 30}]}]}
// Programs find it with FAKE_NVML_FOLDER (tests/base/fake_nvml.h) on LD_LIBRARY_PATH, before any driver's.
#include "base/gpu/nvml_interface.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

namespace {

using Json = nlohmann::json;

using namespace tunedesk::nvml;

constexpr int unknown = 999;

Json machine() {
    const char* path = std::getenv("FAKE_NVML");
    std::ifstream file(path ? path : "");
    Json json = Json::parse(file, nullptr, false);
    return json.is_object() ? json : Json::object();
}

Json gpus() {
    return machine().value("gpus", Json::array());
}

/// A device's handle is its index + 1.
Json gpu(void* device) {
    const auto index = reinterpret_cast<std::uintptr_t>(device) - 1;
    const Json all = gpus();
    return index < all.size() ? all[index] : Json::object();
}

int give(const std::string& text, char* buffer, unsigned length) {
    std::snprintf(buffer, length, "%s", text.c_str());
    return success;
}

} // namespace

extern "C" {
int nvmlInit_v2() {
    return machine().empty() ? unknown : success;
}
int nvmlShutdown() {
    return success;
}
int nvmlSystemGetDriverVersion(char* buffer, unsigned length) {
    return give(machine().value("driver", "0"), buffer, length);
}
int nvmlDeviceGetCount_v2(unsigned* count) {
    return *count = static_cast<unsigned>(gpus().size()), success;
}
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) {
    *device = reinterpret_cast<void*>(static_cast<std::uintptr_t>(index) + 1);
    return index < gpus().size() ? success : unknown;
}
int nvmlDeviceGetName(void* device, char* buffer, unsigned length) {
    return give(gpu(device).value("name", "a fake GPU"), buffer, length);
}
int nvmlDeviceGetUUID(void* device, char* buffer, unsigned length) {
    return give(gpu(device).value("uuid", ""), buffer, length);
}
int nvmlDeviceGetPciInfo_v3(void* device, PciInfo* info) {
    *info = {};
    info->bus = gpu(device).value("bus", 0u);
    return success;
}
int nvmlDeviceGetMemoryInfo(void* device, Memory* memory) {
    const Json of = gpu(device);
    if (of.value("lost", false)) return gpu_is_lost;
    memory->total = of.value("total", 0ull);
    memory->used = of.value("used", 0ull);
    memory->free = memory->total - memory->used;
    return success;
}
int nvmlDeviceGetUtilizationRates(void* device, Utilization* percent) {
    const Json of = gpu(device);
    if (of.value("lost", false)) return gpu_is_lost;
    *percent = {of.value("utilization", 0u), 0};
    return success;
}
int nvmlDeviceGetTemperature(void* device, int, unsigned* degrees) {
    const Json of = gpu(device);
    if (of.value("lost", false)) return gpu_is_lost;
    return *degrees = of.value("temperature", 0u), success;
}
int nvmlDeviceGetCudaComputeCapability(void* device, int* major, int* minor) {
    const Json of = gpu(device);
    return *major = of.value("major", 8), *minor = of.value("minor", 0), success;
}
int nvmlDeviceGetComputeRunningProcesses_v3(void* device, unsigned* count, ProcessInfo* processes) {
    const Json list = gpu(device).value("processes", Json::array());
    const auto size = static_cast<unsigned>(list.size()), room = *count;
    *count = size;
    if (size > room) return insufficient_size;
    for (unsigned i = 0; i < size; ++i)
        processes[i] = {list[i].value("pid", 0u), list[i].value("bytes", 0ull), 0, 0};
    return success;
}
int nvmlDeviceGetProcessUtilization(void* device, ProcessSample* samples, unsigned* count,
                                    unsigned long long) {
    const Json list = gpu(device).value("processes", Json::array());
    unsigned known = 0;
    for (const Json& process : list)
        known += process.contains("utilization") ? 2 : 0;
    const unsigned room = samples ? *count : 0;
    *count = known;
    if (known > room) return insufficient_size;
    for (const Json& process : list) {
        if (!process.contains("utilization")) continue;
        const unsigned pid = process.value("pid", 0u);
        *samples++ = {pid, 2, process.value("utilization", 0u), 0, 0, 0};
        *samples++ = {pid, 1, 1, 0, 0, 0}; // an older one
    }
    return success;
}
}
