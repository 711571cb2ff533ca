// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/diagnosis.h"
#include "parallel/ranks/flight_record.h"

#include <optional>
#include <span>

namespace tunedesk::parallel {

/// Who holds up a run, of the records of its ranks after one hangs or dies. `flights`: of each rank once, in
/// any order; ranks without a record may be missing, and are not named. In this order: two ranks that called
/// different collectives in the same place; a rank that an exception ended; ranks that did not enter what
/// others wait in, and that wait for no other rank themselves; ranks that each wait for the other; a
/// collective that all have entered. std::nullopt if no rank waits and all have come equally far. Pure.
std::optional<event::Diagnosis> diagnose(std::span<const Flight> flights);

/// What no waiting mends, of records of ranks that run: two ranks that called different collectives in the
/// same place, or that each wait in one that the other has left out. The latter may be seen for a moment
/// where the records are read one after another: it is true if it is found again. Pure.
std::optional<event::Diagnosis> find_disagreement(std::span<const Flight> flights);

/// Two ranks that called different collectives in the same place, which holds for records of different
/// moments too. Pure.
std::optional<event::Diagnosis> find_mismatch(std::span<const Flight> flights);

/// What the ranks of these records wait for in vain where a rank of another node, whose record cannot be
/// read, is silent or gone: the latest collective that the first of them has entered with it and not
/// finished. std::nullopt if none waits for `absent`. Pure.
std::optional<event::Diagnosis> diagnose_absent(std::span<const Flight> flights, int absent);

} // namespace tunedesk::parallel
