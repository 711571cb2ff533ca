// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk {

/// A process that uses memory of a GPU.
struct GpuProcess {
    int pid = 0;
    std::uint64_t bytes = 0;                       ///< 0 if the driver does not report it (containers, WSL)
    std::optional<int> utilization = std::nullopt; ///< percent of the device's time, recently
};

/// The state of one NVIDIA GPU as reported by its driver. Values that the driver does not report are empty or
/// 0.
struct Gpu {
    int index = 0; ///< in the order of the PCI bus
    std::string name, uuid;
    std::string pci;                                 ///< "0000:01:00", as the kernel log names it
    std::uint64_t memory_used = 0, memory_total = 0; ///< bytes
    std::optional<int> utilization;                  ///< percent of the last sampling period
    std::optional<int> temperature;                  ///< degrees Celsius
    int compute_major = 0, compute_minor = 0;        ///< CUDA compute capability
    std::vector<GpuProcess> processes;
    bool lost = false; ///< fallen off the bus: only a reset or a reboot recovers it

    /// Whether the driver reports the GPU's UUID; a GPU without one cannot be selected in CUDA.
    bool answers() const { return !lost && !uuid.empty(); }
    std::uint64_t memory_free() const { return memory_total > memory_used ? memory_total - memory_used : 0; }
};

/// The result of one read of all GPUs.
struct GpuReading {
    std::string driver;
    std::vector<Gpu> gpus; ///< all GPUs of the machine, independent of CUDA_VISIBLE_DEVICES
};

/// NVIDIA's management library (NVML), loaded at run time because machines without a GPU have none. Lifetime:
/// the library stays loaded as long as the object. Thread rule: one thread at a time; a call takes
/// milliseconds, or longer if a driver has problems, so it must not be called in a window or an event loop
/// (see GpuSampler).
class Nvml {
public:
    Nvml();
    ~Nvml();

    /// Whether the library is loaded and a driver is present.
    bool is_open() const;
    /// Reads all GPUs; none if the library is not open.
    GpuReading read() const;

private:
    struct Library;
    std::unique_ptr<Library> library_;
};

/// The GPUs that a program may use with this value of CUDA_VISIBLE_DEVICES, in its order: indices and UUIDs
/// (or their prefixes) up to the first that does not exist. Null: all.
std::vector<Gpu> visible_gpus(std::vector<Gpu> gpus, const char* cuda_visible_devices);
/// The GPUs that this process may use now. Blocks as Nvml does.
std::vector<Gpu> visible_gpus();

} // namespace tunedesk
