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

/// LibTorch's threads, for a model on the host; 0 on a device.
int eval_threads(const at::Device& device);

/// Whether the model's passes need all ranks, and what a rank calls in the place of one that it has no batch
/// for: see model::Network. In a pipeline all stages have the same batches.
struct CollectivePasses {
    CollectivePasses() = default;
    explicit CollectivePasses(const TrainableModel& trainable);
    bool needed = false;
    std::function<void()> shadow;
};

/// Calls work(rows) for this rank's batches, every size-th one, without gradients, and from several threads
/// where several go at once. Where passes are collective one thread makes them, as many on every rank.
/// `phase` names the progress and the fault site. What work throws is thrown.
void for_each_eval_batch(const EvalBatches& batches, const parallel::World& world, const char* phase,
                         Announcer& announcer,
                         const std::function<void(const std::vector<std::uint32_t>&)>& work,
                         const CollectivePasses& passes = {});

} // namespace tunedesk::train
