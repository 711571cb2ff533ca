// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "preset/preset.h"

#include <cstdint>
#include <optional>

namespace tunedesk::run {

/// The largest number of ranks on the host's processors that needs no confirmation: one for each core, but
/// never less than 8. A handful on one core is slow and harmless, and is how data parallel runs are tried;
/// thousands make the machine unusable for everyone on it.
int unconfirmed_ranks(int cores);

/// Why the preset may not start on a machine with so many cores and so much memory (bytes; 0: not known)
/// unless `parallel.oversubscribe` is set: more ranks on the host than unconfirmed_ranks() (Error 2160), or
/// more than its memory holds by what each needs before any data, for weights, gradients, optimizer and
/// runtime (2161). Ranks on GPUs are not the host's. Reads the model's config.json; where that cannot be read
/// memory is not looked at.
std::optional<Error> oversubscription(const Preset& preset, int cores, std::uint64_t memory);

enum class StartTime {
    now,  ///< what others use of the memory counts
    later ///< others may have ended by then
};

/// Throws the error that oversubscription() finds on this machine.
void require_room_for_ranks(const Preset& preset, StartTime when);

} // namespace tunedesk::run
