#pragma once

#include "preset/preset.h"

#include <algorithm>
#include <string_view>

namespace tunedesk {

/// Whether the ranks run on GPUs. An `auto` that run::choose_devices() has left means the host.
inline bool uses_gpus(const Preset& preset) {
    return preset.parallel.devices != "auto" && preset.parallel.devices != "cpu";
}

/// Whether parallel.strategy divides state among ranks: zero1, zero2, zero3 and fsdp do.
inline bool shards_state(const Preset& preset) {
    return preset.parallel.strategy != Preset::Strategy::single &&
           preset.parallel.strategy != Preset::Strategy::ddp;
}

/// Whether memory.offload names a part: "optimizer", "parameters" or "activations". On the host's processors
/// it does nothing, since all of it is in host memory anyway.
inline bool offloads(const Preset& preset, std::string_view part) {
    return std::ranges::find(preset.memory.offload, part) != preset.memory.offload.end();
}

} // namespace tunedesk
