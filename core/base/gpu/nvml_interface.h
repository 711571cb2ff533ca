// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// The declarations of NVIDIA's nvml.h that are used here. Its functions and structures are stable: changed
/// ones get new names.
namespace tunedesk::nvml {

constexpr int success = 0, insufficient_size = 7, gpu_is_lost = 15;

struct Memory {
    unsigned long long total, free, used;
};
struct Utilization {
    unsigned gpu, memory;
};
struct PciInfo {
    char legacy_id[16];
    unsigned domain, bus, device, device_id, subsystem_id;
    char id[32];
};
struct ProcessInfo {
    unsigned pid;
    unsigned long long bytes;
    unsigned gpu_instance, compute_instance;
};
struct ProcessSample {
    unsigned pid;
    unsigned long long time;
    unsigned sm, memory, encoder, decoder; ///< percent
};

} // namespace tunedesk::nvml
