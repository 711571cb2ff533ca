// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_spec.h"
#include "preset/preset.h"

/// What ranks send each other in an optimizer step, and how long that takes over a link, nothing else being
/// done meanwhile. The model is that of rings (Patarasuk and Yuan 2009, "Bandwidth optimal all-reduce"): of N
/// ranks each sends (N - 1) / N of a tensor's bytes in N - 1 messages to gather or to scatter it, twice for a
/// sum.
namespace tunedesk::plan {

/// What one rank sends.
struct Traffic {
    double bytes = 0, messages = 0;

    Traffic& operator+=(const Traffic& more);
};

/// How fast a rank sends. A message costs `message_seconds` beside its bytes.
struct Link {
    double bytes_per_second = 0, message_seconds = 0;

    double seconds(const Traffic& traffic) const;
};

/// Between ranks of one machine on the host, through shared memory, and between its GPUs: assumed.
Link shared_memory_link();
Link gpu_link();
/// A network of so many bits a second. What a message costs, and what the protocols add to its bytes, is as
/// tests/bench/links.py measures it with Gloo.
Link network_link(double bits_per_second);

/// Among `ranks` data ranks with the preset's strategy: the sum of gradients twice with ddp, and with zero1
/// (gradients to their owners, parameters back); with zero2 once for each micro-batch's gradients and once
/// for the parameters; with zero3 and fsdp, for each micro-batch, twice all parameters and once the
/// gradients. `spec`: of a tensor rank's slice.
Traffic data_traffic(const Preset& preset, const arch::ModelSpec& spec, double ranks);

/// Among the ranks that hold one copy of the model together: the rows that stages hand on and their
/// gradients, and the sums of rows and of their gradients in each layer that is sliced. `rows`: tokens of a
/// micro-batch.
Traffic model_traffic(const Preset& preset, const arch::ModelSpec& spec, double rows);

} // namespace tunedesk::plan
