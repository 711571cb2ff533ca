// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/gpu/nvml.h"
#include "preset/preset.h"

#include <span>
#include <string>
#include <vector>

namespace tunedesk::preset {

/// The types, besides fp32, in which a device multiplies matrices at full speed.
struct DeviceTypes {
    bool gpu = false;
    bool bf16 = false, fp16 = false, tf32 = false;
};

/// The types of this machine's CPU: bf16 with AVX512-BF16 or AMX.
DeviceTypes processor_types();
/// The types that all these GPUs support.
DeviceTypes gpu_types(std::span<const Gpu> gpus);

/// A warning about precision.compute on such a device, with the type to use instead; empty if there is none.
std::string precision_note(const Preset& preset, const DeviceTypes& device);

/// Warnings, a sentence each, about keys that are for GPUs and set for a run on the host's processors.
std::vector<std::string> host_notes(const Preset& preset);
/// The same about keys that would make a run on a GPU faster, where the preset's others let them.
std::vector<std::string> gpu_notes(const Preset& preset);

} // namespace tunedesk::preset
