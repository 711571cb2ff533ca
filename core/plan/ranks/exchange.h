// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_spec.h"
#include "preset/preset.h"

/// The data that ranks send each other in an optimizer step, and the time it takes over an otherwise idle
/// link. The model is that of rings (Patarasuk and Yuan 2009, "Bandwidth optimal all-reduce"): each of N
/// ranks sends (N - 1) / N of a tensor's bytes in N - 1 messages to gather or scatter it, and twice that for
/// a sum.
namespace tunedesk::plan {

/// The data that one rank sends.
struct Traffic {
    double bytes = 0, messages = 0;

    Traffic& operator+=(const Traffic& more);
};

/// The speed at which a rank sends. Each message takes `message_seconds` in addition to its bytes.
struct Link {
    double bytes_per_second = 0, message_seconds = 0;

    double seconds(const Traffic& traffic) const;
};

/// Assumed links between ranks of one machine: on the host through shared memory, and between its GPUs.
Link shared_memory_link();
Link gpu_link();
/// A network link of that many bits per second. The time per message and the protocols' overhead per byte are
/// those measured with Gloo by tests/bench/links.py.
Link network_link(double bits_per_second);

/// Traffic among `ranks` data ranks with the preset's strategy: a sum of gradients with ddp and zero1
/// (gradients to their owners, parameters back), which sends them twice; with zero2 once for the gradients of
/// each micro-batch and once for the parameters; with zero3 and fsdp, for each micro-batch, twice for all
/// parameters and once for the gradients. `spec`: that of a tensor rank's slice.
Traffic data_traffic(const Preset& preset, const arch::ModelSpec& spec, double ranks);

/// Traffic among the ranks that hold one copy of the model: the rows passed between stages and their
/// gradients, and the sums of rows and of their gradients in each layer that is sliced. `rows`: tokens of a
/// micro-batch.
Traffic model_traffic(const Preset& preset, const arch::ModelSpec& spec, double rows);

} // namespace tunedesk::plan
