// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/supervise/supervisor.h"

#include <optional>
#include <vector>

namespace tunedesk::run {

/// Where some of `used`, the run's GPUs, are lost: gives its ranks the others alone, as CUDA_VISIBLE_DEVICES
/// and parallel.devices: cuda, with a note; an index would name another GPU once one is gone.
void leave_out_lost_gpus(Launch& launch, const std::vector<Gpu>& used);

/// With parallel.elastic: how a run that has ended by the loss of a rank (its process, its signs of life or
/// its GPU) continues from its last checkpoint with those that are left: the most ranks that can make a
/// step's batch, a sentence about it in the notes. std::nullopt if it ended otherwise or was to stop, or no
/// rank is left. `supervisor`: that of the launch, after its run.
std::optional<Launch> without_lost_rank(const Launch& launch, const Supervisor& supervisor,
                                        const event::ExitRecord& ended);

/// Whether a run that has ended so may be about to continue without a rank: it is elastic, has lost one, and
/// had more. Reads its preset; false if that cannot be read. Any thread, any process.
bool may_continue(const event::RunFolder& folder, const event::ExitRecord& ended);

/// Supervises a run to its end, without lost ranks where it is elastic. `supervisor` is then the last one;
/// `starts` gets each before it runs. Throws as Supervisor does.
event::ExitRecord supervise_to_end(Launch launch, std::optional<Supervisor>& supervisor,
                                   const std::function<void(Supervisor&)>& starts);

} // namespace tunedesk::run
