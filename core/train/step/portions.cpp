#include "train/step/portions.h"

#include "base/fault.h"
#include "memory/meter.h"
#include "memory/torch_headers.h"

#include <algorithm>
#include <atomic>

namespace tunedesk::train {

int portion_threads(const at::Device& device) {
    return device.is_cpu() ? at::get_num_threads() : 0;
}

void for_each_portion(const Portions& portions, const parallel::World& world, const char* phase,
                      Announcer& announcer,
                      const std::function<void(const std::vector<std::uint32_t>&)>& work) {
    const memory::InPhase evaluation(memory::Phase::evaluation);
    const auto step = static_cast<std::size_t>(world.size);
    std::size_t total = 0;
    for (const auto& rows : portions.rows)
        total += rows.size();
    announcer.progress(phase, 0, static_cast<std::int64_t>(total)); // who hangs in the first one hangs here
    std::atomic<std::size_t> next = static_cast<std::size_t>(world.rank), done = 0;
    const auto lane = [&](bool announces) {
        const at::NoGradGuard no_gradients;
        for (std::size_t i; (i = next.fetch_add(step)) < portions.rows.size();) {
            TUNEDESK_FAULT_AT(phase);
            try {
                work(portions.rows[i]);
            } catch (...) {
                next = portions.rows.size(); // the other threads need not go on
                throw;
            }
            done += portions.rows[i].size();
            if (announces)
                announcer.progress(phase, static_cast<std::int64_t>(std::min(total, done * step)),
                                   static_cast<std::int64_t>(total));
        }
    };
    if (portions.at_once > 1)
        at::parallel_for(0, portions.at_once, 1, [&](std::int64_t begin, std::int64_t) {
            lane(begin == 0); // the first lane is the calling thread's
        });
    else
        lane(true);
    if (total > 0)
        announcer.progress(phase, static_cast<std::int64_t>(total), static_cast<std::int64_t>(total));
}

} // namespace tunedesk::train
