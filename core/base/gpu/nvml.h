// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk {

/// A process that holds memory of a GPU.
struct GpuProcess {
    int pid = 0;
    std::uint64_t bytes = 0; ///< 0 where the driver does not report it (containers, WSL)
    std::optional<int> utilization = std::nullopt; ///< percent of the device's time, lately
};

/// One NVIDIA GPU as its driver describes it now. What the driver does not report is empty or 0.
struct Gpu {
    int index = 0; ///< in the order of the PCI bus
    std::string name, uuid;
    std::string pci;                                 ///< "0000:01:00", as the kernel log names it
    std::uint64_t memory_used = 0, memory_total = 0; ///< bytes
    std::optional<int> utilization;                  ///< percent of the last sampling period
    std::optional<int> temperature;                  ///< degrees Celsius
    int compute_major = 0, compute_minor = 0;        ///< CUDA compute capability
    std::vector<GpuProcess> processes;
    bool lost = false; ///< fallen off the bus: nothing but a reset or a reboot brings it back

    /// Whether its driver describes it: one that it does not describe cannot be named to CUDA.
    bool answers() const { return !lost && !uuid.empty(); }
    std::uint64_t memory_free() const { return memory_total > memory_used ? memory_total - memory_used : 0; }
};

/// Everything that was read at one moment.
struct GpuReading {
    std::string driver;
    std::vector<Gpu> gpus; ///< all of the machine, whatever CUDA_VISIBLE_DEVICES says
};

/// NVIDIA's management library, opened at run time: machines without a GPU have none. Lifetime: the library
/// stays open as long as the object. Thread rule: one thread at a time; a call takes milliseconds, and longer
/// where a driver is in trouble, so no window and no event loop should make it (GpuSampler).
class Nvml {
public:
    Nvml();
    ~Nvml();

    /// Whether there is a driver to ask.
    bool is_open() const;
    /// No GPUs where it is not open.
    GpuReading read() const;

private:
    struct Library;
    std::unique_ptr<Library> library_;
};

/// Those of `gpus` that a program may use with this value of CUDA_VISIBLE_DEVICES, in its order: indices and
/// UUIDs (or their beginnings) up to the first that does not exist. Null: all.
std::vector<Gpu> visible_gpus(std::vector<Gpu> gpus, const char* cuda_visible_devices);
/// Those that this process may use now. Blocks as Nvml does.
std::vector<Gpu> visible_gpus();

} // namespace tunedesk
