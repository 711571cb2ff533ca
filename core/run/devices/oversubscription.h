// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "preset/preset.h"

#include <cstdint>
#include <optional>

namespace tunedesk::run {

/// The largest number of ranks on the CPU that needs no confirmation: one per core, but at least 8. A few
/// ranks per core are slow but harmless, and used to try out data parallel runs; thousands would make the
/// machine unusable.
int unconfirmed_ranks(int cores);

/// Why the preset may not start on a machine with so many cores and so much memory (bytes; 0: not known)
/// unless `parallel.oversubscribe` is set: more ranks on the host than unconfirmed_ranks() (Error 2160), or
/// more than its memory holds by what each needs before any data, for weights, gradients, optimizer and
/// runtime (2161). Ranks on GPUs do not count. Reads the model's config.json; if it cannot be read, memory is
/// not checked.
std::optional<Error> oversubscription(const Preset& preset, int cores, std::uint64_t memory);

enum class StartTime {
    now,  ///< memory used by other processes counts
    later ///< other processes may have ended by then
};

/// Throws the error that oversubscription() finds on this machine.
void require_room_for_ranks(const Preset& preset, StartTime when);

} // namespace tunedesk::run
