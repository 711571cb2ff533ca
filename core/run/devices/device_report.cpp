// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/devices/device_report.h"

#include <algorithm>

namespace tunedesk::run {

ShareOfGpu share_of(const Gpu& gpu, const std::vector<int>& pids) {
    ShareOfGpu share;
    for (const GpuProcess& process : gpu.processes) {
        if (std::find(pids.begin(), pids.end(), process.pid) == pids.end()) continue;
        share.bytes += process.bytes;
        if (process.utilization) share.load = std::min(100, share.load.value_or(0) + *process.utilization);
    }
    return share;
}

event::Event device_report(const std::vector<RankUse>& ranks, const std::vector<Gpu>& gpus,
                           const std::optional<HostFigures>& before, const std::optional<HostFigures>& now) {
    event::Event event;
    event.type = event::Type::Devices;
    Json of_ranks = Json::array(), of_gpus = Json::array();
    std::vector<int> pids;
    for (const RankUse& rank : ranks) {
        pids.push_back(rank.pid);
        of_ranks.push_back({{"rank", rank.rank},
                            {"step", rank.step},
                            {"rss_bytes", rank.rss_bytes},
                            {"gpu_allocated_bytes", rank.gpu_allocated_bytes}});
    }
    for (const Gpu& gpu : gpus) {
        Json of_gpu = {{"index", gpu.index},
                       {"used_bytes", gpu.memory_used},
                       {"total_bytes", gpu.memory_total},
                       {"run_bytes", share_of(gpu, pids).bytes}};
        if (gpu.utilization) of_gpu["load"] = *gpu.utilization;
        if (gpu.temperature) of_gpu["temperature"] = *gpu.temperature;
        of_gpus.push_back(std::move(of_gpu));
    }
    event.fields = Json{{"ranks", std::move(of_ranks)}, {"gpus", std::move(of_gpus)}};
    if (now) {
        event.fields["host"] = {{"used_bytes", now->memory_used}, {"total_bytes", now->memory_total}};
        if (before) event.fields["host"]["load"] = now->load_since(*before);
    }
    return event;
}

} // namespace tunedesk::run
