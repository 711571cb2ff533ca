// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/schema/schema.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace tunedesk {

/// Whether the ranks run on GPUs. An `auto` that run::choose_devices() has left means the host.
inline bool uses_gpus(const Preset& preset) {
    return preset.parallel.devices != "auto" && preset.parallel.devices != "cpu";
}

/// The state that a strategy divides among the ranks; each rank has a copy of the rest.
struct DividedState {
    bool parameters = false, gradients = false, optimizer = false;
};
inline DividedState divided_by(Preset::Strategy strategy) {
    using enum Preset::Strategy;
    const bool parameters = strategy == zero3 || strategy == fsdp,
               gradients = parameters || strategy == zero2;
    return {parameters, gradients, gradients || strategy == zero1};
}

/// Whether parallel.strategy divides state among ranks: zero1, zero2, zero3 and fsdp do.
inline bool shards_state(const Preset& preset) {
    return divided_by(preset.parallel.strategy).optimizer;
}

/// The ranks that hold one copy of the model together.
inline std::int64_t ranks_of_model(const Preset& preset) {
    return std::int64_t{std::max(1, preset.parallel.pipeline_stages)} *
           std::max(1, preset.parallel.tensor_size);
}

/// Number of ranks with different samples, for `processes` processes; at least 1.
inline int data_ranks_of(const Preset& preset, int processes) {
    return static_cast<int>(std::max<std::int64_t>(1, processes / ranks_of_model(preset)));
}
inline int data_ranks_of(const Preset& preset) {
    return data_ranks_of(preset, preset.parallel.processes);
}

/// Micro-batches of a step, at most.
inline std::int64_t micro_batches_of(const Preset& preset) {
    const bool divides = preset.parallel.pipeline_stages > 1;
    return std::int64_t{std::max(1, preset.training.gradient_accumulation_steps)} *
           (divides ? std::max(1, preset.parallel.pipeline_chunks) : 1);
}

/// As a preset writes it.
inline const std::string& name_of(Preset::Strategy strategy) {
    return preset::find_key("parallel.strategy")->choices[static_cast<std::size_t>(strategy)];
}

/// Whether memory.offload names a part: "optimizer", "parameters" or "activations". On the host's processors
/// it does nothing, since all of it is in host memory anyway.
inline bool offloads(const Preset& preset, std::string_view part) {
    return std::ranges::find(preset.memory.offload, part) != preset.memory.offload.end();
}

} // namespace tunedesk
