// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "preset/preset.h"
#include "report/memory_figures.h"
#include "run/check/trial_ranks.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::run {

/// Steps of a preset in workers of their own (TrialRanks), as many as it has ranks, before any run: whatever
/// becomes of them, this process and the preset stay as they are. They work in a temporary folder.

/// What the step with the longest batch has taken, the second time it was made.
struct Measured {
    std::uint64_t batch_tokens = 0; ///< of a rank's largest micro-batch, padding included
    std::uint64_t tokens = 0;       ///< of the step of all ranks, without padding
    std::uint64_t sent_bytes = 0;   ///< by rank 0, or the one that was tried alone
    double seconds = 0;
    /// Of the rank with most, with an evaluation batch of the longest rows.
    std::uint64_t peak_rss_bytes = 0, peak_gpu_bytes = 0;
    report::MemoryFigures memory; ///< of rank 0

    double tokens_per_second() const { return seconds > 0 ? static_cast<double>(tokens) / seconds : 0; }
    /// What the plan's total stands beside; on a GPU its total without the runtime.
    std::uint64_t peak_bytes() const { return peak_gpu_bytes > 0 ? peak_gpu_bytes : peak_rss_bytes; }
};

/// Makes that step. `limit`: bytes of host memory that a rank may hold; 0: what there is. `as_rank`: in one
/// worker, which is that rank of the preset's and has no others to exchange data with: so one machine can try
/// each of many ranks. Throws Error 2605 if the preset has no such rank, a worker's own error
/// (is_out_of_memory() knows which say so), or 5503, 7028, 7029, 5018. Blocks; any thread.
Measured measure(const Preset& preset, std::uint64_t limit = 0, std::optional<int> as_rank = {});
Json to_json(const Measured& measured);

/// Steps with a learning rate that rises exponentially (Smith 2017, "Cyclical learning rates").
struct RangeTest {
    double from = 1e-7, to = 1;
    int steps = 100;
};
struct RangePoint {
    double learning_rate = 0, loss = 0; ///< the loss of the step's own samples
};

/// All points until the loss is no number or four times the least (the first, where `from` is `to`);
/// `on_point` is called with each. Throws as measure() does.
std::vector<RangePoint> test_range(const Preset& preset, const RangeTest& test,
                                   const std::function<void(const RangePoint&)>& on_point);

} // namespace tunedesk::run
