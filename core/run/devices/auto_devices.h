// SPDX-License-Identifier: GPL-3.0-or-later
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

/// Which of the good GPUs a run will have.
enum class Placing {
    first, ///< the first ones, one a rank
    any,   ///< any of them: what failed on one is left out
};

/// Chooses by the kept verdicts, without a check: GPUs whose verdict is good where there are enough of them
/// for the ranks, else the processors. Techniques that failed on one of them are taken out of the preset,
/// each with a note. Any other parallel.devices stays as it is. `visible`: GPUs that the run may use; those
/// that do not answer are passed over.
AutoDevices choose_devices(const Preset& preset, const std::vector<Gpu>& visible, const std::string& driver,
                           Placing placing = Placing::first);

/// The same for this machine and what CUDA_VISIBLE_DEVICES leaves of it. Blocks as Nvml does.
AutoDevices choose_devices(const Preset& preset);

/// What `asked` with `auto` came to when `then` was made of it, if that is possible: its devices, and without
/// the techniques that `then` does without.
Preset settled_as(const Preset& asked, const Preset& then);

} // namespace tunedesk::run
