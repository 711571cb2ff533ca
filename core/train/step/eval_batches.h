// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/world.h"
#include "plan/eval_batches.h"
#include "train/session/announcer.h"

#include <c10/core/Device.h>
#include <functional>
#include <vector>

namespace tunedesk::train {

class TrainableModel;
using plan::EvalBatches;

/// Number of LibTorch's threads for a model on the host; 0 on a device.
int eval_threads(const at::Device& device);

/// Whether the model's passes are collectives, and the call that replaces a pass on a rank without a batch
/// (see model::Network). In a pipeline all stages have the same batches.
struct CollectivePasses {
    CollectivePasses() = default;
    explicit CollectivePasses(const TrainableModel& trainable);
    bool needed = false;
    std::function<void()> shadow;
};

/// Calls work(rows) without gradients for this rank's batches (every world.size-th), concurrently from
/// several threads if possible. If passes are collectives, one thread makes them, the same number on every
/// rank. `phase` names the progress and the fault site. Rethrows exceptions of `work`.
void for_each_eval_batch(const EvalBatches& batches, const parallel::World& world, const char* phase,
                         Announcer& announcer,
                         const std::function<void(const std::vector<std::uint32_t>&)>& work,
                         const CollectivePasses& passes = {});

} // namespace tunedesk::train
