// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"
#include "parallel/ranks/flight_record.h"

#include <span>
#include <string>

namespace tunedesk::run {

/// The last collectives of each rank, one per line: the rank, its channel and ranks, sequence, purpose,
/// operation, bytes, element type, phase, block, step, seconds before the last of all, and state.
std::string collectives_text(std::span<const parallel::Flight> flights);

/// Writes this text to logs/collectives.log, replacing that of an earlier failure. Does nothing without
/// records; never throws.
void write_collectives(const event::RunFolder& folder, std::span<const parallel::Flight> flights);

} // namespace tunedesk::run
