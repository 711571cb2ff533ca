// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/diagnosis.h"
#include "parallel/ranks/flight_record.h"

#include <optional>
#include <span>

namespace tunedesk::parallel {

/// Finds the rank that holds up a run, from the flight records of its ranks after one hangs or dies.
/// `flights`: one per rank, in any order; ranks without a record may be missing and are not named. Checks in
/// this order: two ranks that called different collectives at the same position; a rank ended by an
/// exception; ranks that did not enter a collective in which others wait, and wait for no other rank
/// themselves; ranks that wait for each other; a collective that all have entered. std::nullopt if no rank
/// waits and all are equally far. Pure.
std::optional<event::Diagnosis> diagnose(std::span<const Flight> flights);

/// Finds a permanent disagreement in records of running ranks: two ranks that called different collectives at
/// the same position, or that each wait in one that the other has skipped. The latter can appear briefly
/// because the records are read one after another; it is real if it is found again. Pure.
std::optional<event::Diagnosis> find_disagreement(std::span<const Flight> flights);

/// Finds two ranks that called different collectives at the same position, which is certain even for records
/// read at different times. Pure.
std::optional<event::Diagnosis> find_mismatch(std::span<const Flight> flights);

/// Finds the collective in which these ranks wait for `absent`, a silent or ended rank of another node whose
/// record cannot be read: the latest one that the first of them has entered with it and not finished.
/// std::nullopt if none waits for `absent`. Pure.
std::optional<event::Diagnosis> diagnose_absent(std::span<const Flight> flights, int absent);

} // namespace tunedesk::parallel
