// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/gpu/nvml.h"
#include "base/host_figures.h"
#include "event/event.h"

#include <optional>
#include <vector>

namespace tunedesk::run {

/// What a rank holds now.
struct RankUse {
    int rank = 0, pid = 0;
    std::int64_t step = 0;
    std::uint64_t rss_bytes = 0;
    std::uint64_t gpu_allocated_bytes = 0; ///< of its allocator, as last reported
};

/// A Devices event: what the ranks, the run's GPUs and the host use now. Its fields:
///   ranks  [{rank, step, rss_bytes, gpu_allocated_bytes}]
///   gpus   [{index, used_bytes, total_bytes, run_bytes, load, temperature}]; run_bytes are the ranks' of
///          used_bytes; load (percent) and temperature (degrees Celsius) are left out where the driver does
///          not report
///   host   {used_bytes, total_bytes, load}
event::Event device_report(const std::vector<RankUse>& ranks, const std::vector<Gpu>& gpus,
                           const std::optional<HostFigures>& before, const std::optional<HostFigures>& now);

/// The part of a GPU that processes of a run use: memory, and load in percent where the driver gives it.
struct ShareOfGpu {
    std::uint64_t bytes = 0;
    std::optional<int> load;
};
ShareOfGpu share_of(const Gpu& gpu, const std::vector<int>& pids);

} // namespace tunedesk::run
