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

/// Trial steps of a preset in separate worker processes (TrialRanks), one per rank, in a temporary folder. A
/// failure affects neither this process nor the preset.

/// Measurements of the step with the longest batch, taken when it is repeated.
struct Measured {
    std::uint64_t batch_tokens = 0; ///< tokens of a rank's largest micro-batch, padding included
    std::uint64_t tokens = 0;       ///< tokens of the step over all ranks, without padding
    std::uint64_t sent_bytes = 0;   ///< sent by rank 0, or by the only rank tried
    double seconds = 0;
    /// For the rank with the largest peak, including an evaluation batch of the longest rows.
    std::uint64_t peak_rss_bytes = 0, peak_gpu_bytes = 0;
    report::MemoryFigures memory; ///< of rank 0

    double tokens_per_second() const { return seconds > 0 ? static_cast<double>(tokens) / seconds : 0; }
    /// The value to compare with the estimate's total; on a GPU, with its total without the runtime.
    std::uint64_t peak_bytes() const { return peak_gpu_bytes > 0 ? peak_gpu_bytes : peak_rss_bytes; }
};

/// Runs the step. `limit`: bytes of host memory per rank; 0: no limit. `as_rank`: run only this rank of the
/// preset, without exchanging data with others, so that one machine can try each of many ranks. Throws Error
/// 2605 if the preset has no such rank, a worker's own error (see is_out_of_memory()), or 5503, 7028, 7029,
/// 5018. Blocks; any thread.
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

/// Returns all points until the loss is not finite or exceeds four times the least loss (the first loss, if
/// `from` equals `to`); `on_point` is called with each. Throws as measure() does.
std::vector<RangePoint> test_range(const Preset& preset, const RangeTest& test,
                                   const std::function<void(const RangePoint&)>& on_point);

} // namespace tunedesk::run
