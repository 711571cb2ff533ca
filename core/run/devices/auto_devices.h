// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/preset.h"
#include "run/devices/device_verdict.h"

#include <string>
#include <vector>

namespace tunedesk::run {

/// `parallel.devices: auto` resolved for this machine.
struct AutoDevices {
    Preset preset; ///< `auto` replaced: cpu, cuda, or the places of GPUs whose verdict is good
    std::vector<std::string> notes; ///< sentences: the choice and its reason; techniques left out
    std::vector<Gpu> good;          ///< GPUs that the run may use; empty if it runs on the CPU
    std::vector<Gpu> unchecked;     ///< GPUs that a check may still make usable
};

/// Which of the good GPUs a run will use.
enum class Placing {
    first, ///< the first ones, one per rank
    any,   ///< any of them; techniques that failed on one are left out
};

/// Chooses by stored verdicts, without a new check: GPUs with a good verdict if there are enough for the
/// ranks, else the CPU. Techniques that failed on one of them are removed from the preset, each with a note.
/// Any other value of parallel.devices is kept. `visible`: GPUs that the run may use; those that do not
/// answer are skipped.
AutoDevices choose_devices(const Preset& preset, const std::vector<Gpu>& visible, const std::string& driver,
                           Placing placing = Placing::first);

/// The same for this machine's GPUs that CUDA_VISIBLE_DEVICES allows. Blocks as Nvml does.
AutoDevices choose_devices(const Preset& preset);

/// Applies an earlier choice to `asked`, a preset with `devices: auto`: takes the devices of `then` and
/// leaves out the techniques that `then` does not use.
Preset settled_as(const Preset& asked, const Preset& then);

} // namespace tunedesk::run
