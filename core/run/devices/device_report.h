// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/gpu/nvml.h"
#include "base/host_figures.h"
#include "event/event.h"

#include <optional>
#include <vector>

namespace tunedesk::run {

/// The memory that a rank uses now.
struct RankUse {
    int rank = 0, pid = 0;
    std::int64_t step = 0;
    std::uint64_t rss_bytes = 0;
    std::uint64_t gpu_allocated_bytes = 0; ///< of LibTorch's allocator, as last reported
};

/// Makes a Devices event: the current use of ranks, GPUs and host. Its fields:
///   ranks  [{rank, step, rss_bytes, gpu_allocated_bytes}]
///   gpus   [{index, used_bytes, total_bytes, run_bytes, load, temperature}]; run_bytes are the ranks' of
///          used_bytes; load (percent) and temperature (degrees Celsius) are left out where the driver does
///          not report
///   host   {used_bytes, total_bytes, load}
event::Event device_report(const std::vector<RankUse>& ranks, const std::vector<Gpu>& gpus,
                           const std::optional<HostFigures>& before, const std::optional<HostFigures>& now);

/// The share of a GPU that a run's processes use: memory, and load in percent if the driver reports it.
struct ShareOfGpu {
    std::uint64_t bytes = 0;
    std::optional<int> load;
};
ShareOfGpu share_of(const Gpu& gpu, const std::vector<int>& pids);

} // namespace tunedesk::run
