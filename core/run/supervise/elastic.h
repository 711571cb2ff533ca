// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/supervise/supervisor.h"

#include <optional>
#include <vector>

namespace tunedesk::run {

/// If some of `used`, the run's GPUs, are lost, gives its ranks only the others by CUDA_VISIBLE_DEVICES and
/// `parallel.devices: cuda`, and adds a note. Indices are not used because they shift when a GPU is gone.
void leave_out_lost_gpus(Launch& launch, const std::vector<Gpu>& used);

/// With parallel.elastic: the launch that continues a run from its last checkpoint after it lost a rank (its
/// process, heartbeats or GPU), with the most remaining ranks that can divide a step's batch, and a sentence
/// about this in its notes. std::nullopt if the run ended otherwise, a stop was requested, no rank is left,
/// or a launcher started several tasks. `supervisor`: that of `launch`, after run().
std::optional<Launch> without_lost_rank(const Launch& launch, const Supervisor& supervisor,
                                        const event::ExitRecord& ended);

/// Whether a run that ended with this record may be about to continue: it is elastic, lost a rank, and had
/// several. Reads its preset; false if it cannot be read. Any thread, any process.
bool may_continue(const event::RunFolder& folder, const event::ExitRecord& ended);

/// Supervises a run to its end, and if it is elastic, continues after lost ranks. `supervisor` holds the last
/// supervisor afterwards; `starts` gets each one before it runs. Throws as Supervisor does.
event::ExitRecord supervise_to_end(Launch launch, std::optional<Supervisor>& supervisor,
                                   const std::function<void(Supervisor&)>& starts);

} // namespace tunedesk::run
