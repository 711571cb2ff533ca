// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/step/eval_batches.h"

#include "base/fault.h"
#include "memory/meter.h"
#include "memory/torch_headers.h"
#include "train/step/trainable_model.h"

#include <algorithm>
#include <atomic>

namespace tunedesk::train {

int eval_threads(const at::Device& device) {
    return device.is_cpu() ? at::get_num_threads() : 0;
}

CollectivePasses::CollectivePasses(const TrainableModel& trainable) {
    if (trainable.is_on_features()) return;
    const model::Network& network = trainable.model().network();
    needed = network.has_collective_passes() || trainable.link();
    shadow = [&network] { network.shadow_forward({}, /*has_backward=*/false); };
}

void for_each_eval_batch(const EvalBatches& batches, const parallel::World& world, const char* phase,
                         Announcer& announcer,
                         const std::function<void(const std::vector<std::uint32_t>&)>& work,
                         const CollectivePasses& passes) {
    const memory::InPhase evaluation(memory::Phase::evaluation);
    const auto step = static_cast<std::size_t>(world.size);
    std::size_t total = 0;
    for (const auto& rows : batches.rows)
        total += rows.size();
    // reported first: a rank that hangs in the first batch is shown in this phase
    announcer.progress(phase, 0, static_cast<std::int64_t>(total));
    std::atomic<std::size_t> next = static_cast<std::size_t>(world.rank), done = 0;
    const auto worker = [&](bool announces) {
        const at::NoGradGuard no_gradients;
        for (std::size_t i; (i = next.fetch_add(step)) < batches.rows.size();) {
            TUNEDESK_FAULT_AT(phase);
            try {
                work(batches.rows[i]);
            } catch (...) {
                next = batches.rows.size(); // the other threads stop
                throw;
            }
            done += batches.rows[i].size();
            if (announces)
                announcer.progress(phase, static_cast<std::int64_t>(std::min(total, done * step)),
                                   static_cast<std::int64_t>(total));
        }
    };
    if (passes.needed) {
        const at::NoGradGuard no_gradients;
        const std::size_t rounds = (batches.rows.size() + step - 1) / step;
        worker(true);
        if (rounds * step - batches.rows.size() > step - 1 - static_cast<std::size_t>(world.rank))
            passes.shadow(); // this rank had no batch in the last round
    } else if (batches.at_once > 1)
        at::parallel_for(0, batches.at_once, 1, [&](std::int64_t begin, std::int64_t) {
            worker(begin == 0); // the first worker runs on the calling thread
        });
    else
        worker(true);
    if (total > 0)
        announcer.progress(phase, static_cast<std::int64_t>(total), static_cast<std::int64_t>(total));
}

} // namespace tunedesk::train
