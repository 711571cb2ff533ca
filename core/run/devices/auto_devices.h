#pragma once

#include "preset/preset.h"
#include "run/devices/device_verdict.h"

#include <string>
#include <vector>

namespace tunedesk::run {

/// What `parallel.devices: auto` comes to on this machine.
struct AutoDevices {
    Preset preset; ///< `auto` replaced: cpu, cuda, or the places of GPUs whose verdict is good
    std::vector<std::string> notes; ///< sentences: what was chosen, and why; what is left out
    std::vector<Gpu> good;          ///< GPUs that it may run on; empty on the processors
    std::vector<Gpu> unchecked;     ///< GPUs that a check may still make usable
};

/// Chooses by the kept verdicts, without a check: GPUs whose verdict is good where there are enough of them
/// for the ranks, else the processors. Techniques that failed on one of them are taken out of the preset,
/// each with a note. Any other parallel.devices stays as it is. `visible`: GPUs that the run may use.
AutoDevices choose_devices(const Preset& preset, const std::vector<Gpu>& visible, const std::string& driver);

/// The same for this machine and what CUDA_VISIBLE_DEVICES leaves of it. Blocks as Nvml does.
AutoDevices choose_devices(const Preset& preset);

} // namespace tunedesk::run
