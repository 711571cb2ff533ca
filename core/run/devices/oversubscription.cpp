// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/devices/oversubscription.h"

#include "base/text.h"
#include "plan/estimate.h"
#include "plan/model_folder.h"
#include "preset/schema/placement.h"
#include "run/devices/gpu_watch.h"
#include "run/devices/this_machine.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::run {

namespace {

constexpr int always_allowed_ranks = 8;
constexpr std::size_t fewest_labels = 2;

/// Bytes that a rank needs whatever the data; 0 where the model cannot be read.
std::uint64_t least_of_rank(const Preset& preset, int cores) try {
    return plan::estimate(preset, plan::model_config(preset), fewest_labels, {}, 0, {false, cores})
        .total_bytes;
} catch (const Error&) {
    return 0;
}

} // namespace

int unconfirmed_ranks(int cores) {
    return std::max(cores, always_allowed_ranks);
}

std::optional<Error> oversubscription(const Preset& preset, int cores, std::uint64_t memory) {
    const int ranks = preset.parallel.processes;
    if (preset.parallel.oversubscribe || ranks <= 1 || uses_gpus(preset)) return std::nullopt;
    if (ranks > unconfirmed_ranks(cores))
        return Error(ErrorId::cores_oversubscribed, {grouped(ranks), fmt::to_string(cores)},
                     "parallel.processes");
    const std::uint64_t each = least_of_rank(preset, cores);
    if (memory > 0 && each > memory / static_cast<unsigned>(ranks))
        return Error(ErrorId::memory_oversubscribed, {grouped(ranks), human_bytes(each), human_bytes(memory)},
                     "parallel.processes");
    return std::nullopt;
}

void require_room_for_ranks(const Preset& preset, StartTime when) {
    if (preset.parallel.processes <= 1) return;
    const ThisMachine machine = this_machine();
    const std::uint64_t memory = when == StartTime::now ? machine.available_memory : machine.total_memory;
    if (auto error = oversubscription(preset, machine.cores, memory)) throw *error;
}

} // namespace tunedesk::run
