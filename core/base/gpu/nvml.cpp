// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/gpu/nvml.h"

#include "base/gpu/nvml_interface.h"
#include "base/text.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <dlfcn.h>
#include <limits>

namespace tunedesk {

namespace {

using namespace nvml;

using Device = void*;
constexpr int temperature_of_gpu = 0;
constexpr unsigned long long not_available = std::numeric_limits<unsigned long long>::max();
constexpr unsigned most_gpus = 256, most_processes = 4096;

std::string pci_of(const PciInfo& info) {
    char text[32];
    std::snprintf(text, sizeof text, "%04x:%02x:%02x", info.domain, info.bus, info.device);
    return text;
}

} // namespace

struct Nvml::Library {
    struct Close {
        void operator()(void* handle) const { ::dlclose(handle); }
    };
    std::unique_ptr<void, Close> handle{::dlopen("libnvidia-ml.so.1", RTLD_LAZY | RTLD_LOCAL)};

    template <typename Function>
    void find(Function& function, const char* symbol) {
        function = reinterpret_cast<Function>(handle ? ::dlsym(handle.get(), symbol) : nullptr);
    }

    int (*init)() = nullptr;
    int (*shutdown)() = nullptr;
    int (*driver)(char*, unsigned) = nullptr;
    int (*count)(unsigned*) = nullptr;
    int (*device)(unsigned, Device*) = nullptr;
    int (*name)(Device, char*, unsigned) = nullptr;
    int (*uuid)(Device, char*, unsigned) = nullptr;
    int (*pci)(Device, PciInfo*) = nullptr;
    int (*memory)(Device, Memory*) = nullptr;
    int (*utilization)(Device, Utilization*) = nullptr;
    int (*temperature)(Device, int, unsigned*) = nullptr;
    int (*capability)(Device, int*, int*) = nullptr;
    int (*processes)(Device, unsigned*, ProcessInfo*) = nullptr;
    int (*samples)(Device, ProcessSample*, unsigned*, unsigned long long) = nullptr;
    bool open = false;

    Library() {
        find(init, "nvmlInit_v2");
        find(shutdown, "nvmlShutdown");
        find(driver, "nvmlSystemGetDriverVersion");
        find(count, "nvmlDeviceGetCount_v2");
        find(device, "nvmlDeviceGetHandleByIndex_v2");
        find(name, "nvmlDeviceGetName");
        find(uuid, "nvmlDeviceGetUUID");
        find(pci, "nvmlDeviceGetPciInfo_v3");
        find(memory, "nvmlDeviceGetMemoryInfo");
        find(utilization, "nvmlDeviceGetUtilizationRates");
        find(temperature, "nvmlDeviceGetTemperature");
        find(capability, "nvmlDeviceGetCudaComputeCapability");
        find(processes, "nvmlDeviceGetComputeRunningProcesses_v3");
        find(samples, "nvmlDeviceGetProcessUtilization");
        open = init && shutdown && count && device && init() == success;
    }
    ~Library() {
        if (open) shutdown();
    }

    template <typename Function>
    static std::string text_from(Function function, Device of) {
        char buffer[128] = {};
        return function && function(of, buffer, sizeof buffer - 1) == success ? buffer : std::string();
    }

    std::vector<GpuProcess> processes_of(Device of) const {
        std::vector<ProcessInfo> found(16);
        int result = insufficient_size;
        // The number may grow between two calls.
        for (int tries = 0; processes && tries < 4 && result == insufficient_size; ++tries) {
            unsigned size = static_cast<unsigned>(found.size());
            result = processes(of, &size, found.data());
            if (result == insufficient_size) size = std::max<unsigned>(size + 16, 2 * size);
            found.resize(std::min(size, most_processes));
        }
        std::vector<GpuProcess> list;
        if (result == success)
            for (const ProcessInfo& each : found)
                list.push_back(
                    {static_cast<int>(each.pid), each.bytes == not_available ? 0 : each.bytes, {}});
        return list;
    }

    /// The latest sample of each process that has any.
    void add_utilization(Device of, std::vector<GpuProcess>& list) const {
        unsigned size = 0;
        if (!samples || list.empty() || samples(of, nullptr, &size, 0) != insufficient_size) return;
        std::vector<ProcessSample> found(std::min(size, most_processes));
        size = static_cast<unsigned>(found.size());
        if (samples(of, found.data(), &size, 0) != success) return;
        found.resize(std::min<std::size_t>(size, found.size()));
        std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.time < b.time; });
        for (const ProcessSample& each : found)
            for (GpuProcess& process : list)
                if (process.pid == static_cast<int>(each.pid))
                    process.utilization = static_cast<int>(std::min(each.sm, 100U));
    }

    Gpu read(unsigned index) const {
        Gpu gpu;
        gpu.index = static_cast<int>(index);
        Device of = nullptr;
        if (const int result = device(index, &of); result != success) {
            gpu.lost = result == gpu_is_lost;
            return gpu;
        }
        gpu.name = text_from(name, of);
        gpu.uuid = text_from(uuid, of);
        PciInfo info{};
        if (pci && pci(of, &info) == success) gpu.pci = pci_of(info);
        if (Memory bytes{}; memory) {
            const int result = memory(of, &bytes);
            gpu.lost = result == gpu_is_lost;
            if (result == success) gpu.memory_used = bytes.used, gpu.memory_total = bytes.total;
        }
        if (Utilization percent{}; utilization && utilization(of, &percent) == success)
            gpu.utilization = static_cast<int>(percent.gpu);
        if (unsigned degrees = 0; temperature && temperature(of, temperature_of_gpu, &degrees) == success)
            gpu.temperature = static_cast<int>(degrees);
        if (capability) capability(of, &gpu.compute_major, &gpu.compute_minor);
        gpu.processes = processes_of(of);
        add_utilization(of, gpu.processes);
        return gpu;
    }
};

Nvml::Nvml() : library_(std::make_unique<Library>()) {}
Nvml::~Nvml() = default;

bool Nvml::is_open() const {
    return library_->open;
}

GpuReading Nvml::read() const {
    GpuReading reading;
    if (!is_open()) return reading;
    char version[96] = {};
    if (library_->driver && library_->driver(version, sizeof version - 1) == success)
        reading.driver = version;
    unsigned count = 0;
    if (library_->count(&count) != success) return reading;
    for (unsigned index = 0; index < std::min(count, most_gpus); ++index)
        reading.gpus.push_back(library_->read(index));
    return reading;
}

std::vector<Gpu> visible_gpus(std::vector<Gpu> gpus, const char* cuda_visible_devices) {
    if (!cuda_visible_devices) return gpus;
    std::vector<Gpu> visible;
    for (const std::string_view part : split(cuda_visible_devices, ',')) {
        const std::string_view word = trimmed(part);
        int index = -1;
        const auto [end, failed] = std::from_chars(word.data(), word.data() + word.size(), index);
        const bool is_index = failed == std::errc() && end == word.data() + word.size();
        const auto found = std::find_if(gpus.begin(), gpus.end(), [&](const Gpu& gpu) {
            return is_index ? gpu.index == index : !word.empty() && gpu.uuid.starts_with(word);
        });
        if (found == gpus.end()) break;
        visible.push_back(*found);
    }
    return visible;
}

std::vector<Gpu> visible_gpus() {
    return visible_gpus(Nvml().read().gpus, std::getenv("CUDA_VISIBLE_DEVICES"));
}

} // namespace tunedesk
