// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plan/estimate.h"
#include "preset/preset.h"

#include <string>
#include <vector>

namespace tunedesk::run {

/// What the finished runs of this machine have measured, read once for many checks. Any thread once made.
class MeasuredRuns {
public:
    MeasuredRuns();

    /// Puts what was measured in the place of what was assumed: the rate of the latest run that computes the
    /// same way (model, devices, precision, checkpoints of activations), one with the same batches first; and
    /// the peak memory of the latest that also has the same batches, optimizer and data. `planned` is what
    /// plan::estimate() gives without a rate; Estimate::basis and measured_* then name the runs.
    plan::Estimate measured(const Preset& preset, const plan::Estimate& planned,
                            const plan::Machine& machine) const;

private:
    struct Run {
        std::string name, work, batches, memory; ///< the last three: what must be equal, as text
        std::uint64_t parameters = 0, trainable = 0, peak_rss_bytes = 0, peak_gpu_bytes = 0;
        double tokens_per_second = 0;
    };
    const Run* find(const Run& like, bool same_batches, bool same_memory) const;

    std::vector<Run> runs_; ///< latest first
};

} // namespace tunedesk::run
