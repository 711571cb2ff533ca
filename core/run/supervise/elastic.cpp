// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/supervise/elastic.h"

#include "base/error.h"
#include "preset/yaml/load.h"
#include "run/devices/gpu_watch.h"
#include "run/folder/global_batch.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::run {

namespace {

bool is_loss_of_rank(const event::ExitRecord& ended) {
    constexpr ErrorId losses[] = {ErrorId::rank_killed, ErrorId::rank_out_of_memory, ErrorId::rank_silent,
                                  ErrorId::ranks_stuck, ErrorId::gpu_lost};
    return std::ranges::any_of(losses, [&](ErrorId id) { return ended.id == static_cast<int>(id); });
}

} // namespace

void leave_out_lost_gpus(Launch& launch, const std::vector<Gpu>& used) {
    std::string left, lost;
    for (const Gpu& gpu : used) {
        if (gpu.lost)
            lost += (lost.empty() ? "" : ", ") + name_of(gpu);
        else
            left += (left.empty() ? "" : ",") + gpu.uuid;
    }
    if (lost.empty()) return;
    launch.visible_devices = left;
    launch.preset.parallel.devices = "cuda";
    launch.notes.push_back("elastic: " + lost + " is left out; the ranks have CUDA_VISIBLE_DEVICES=" + left);
}

std::optional<Launch> without_lost_rank(const Launch& launch, const Supervisor& supervisor,
                                        const event::ExitRecord& ended) {
    const Preset& before = launch.preset;
    if (launch.task.size > 1) return {}; // the launcher of the other tasks ends them
    if (!before.parallel.elastic || supervisor.was_stopped() || !is_loss_of_rank(ended)) return {};
    const std::vector<Gpu> used = supervisor.gpus();
    const auto lost = static_cast<int>(std::ranges::count_if(used, &Gpu::lost));
    for (int ranks = before.parallel.processes - std::max(1, lost); ranks > 0; --ranks) {
        Launch next = launch;
        next.resume = next.allow_change = next.writes_preset = true;
        next.preset.parallel.processes = ranks;
        if (ranks == 1) next.preset.parallel.strategy = Preset::Strategy::single;
        next.notes = {
            fmt::format("elastic: {} of {} ranks are left after \"{}\"; the run continues with them from "
                        "its last checkpoint",
                        ranks, before.parallel.processes, ended.what)};
        try {
            const std::string batch = keep_global_batch(next.preset, launch.folder, before, {});
            if (!batch.empty()) next.notes.push_back(batch);
            leave_out_lost_gpus(next, used);
            return next;
        } catch (const Error&) {
            // These ranks cannot form the batch; fewer can, at the latest a single one.
        }
    }
    return {};
}

bool may_continue(const event::RunFolder& folder, const event::ExitRecord& ended) {
    if (!is_loss_of_rank(ended)) return false;
    try {
        const Preset::Parallel parallel = preset::load_draft(folder.preset()).loaded.preset.parallel;
        return parallel.elastic && parallel.processes > 1;
    } catch (const Error&) {
        return false;
    }
}

event::ExitRecord supervise_to_end(Launch launch, std::optional<Supervisor>& supervisor,
                                   const std::function<void(Supervisor&)>& starts) {
    for (;;) {
        supervisor.emplace(launch);
        starts(*supervisor);
        const event::ExitRecord record = supervisor->run();
        std::optional<Launch> next = without_lost_rank(launch, *supervisor, record);
        if (!next) return record;
        supervisor.reset(); // releases its folder
        launch = std::move(*next);
    }
}

} // namespace tunedesk::run
