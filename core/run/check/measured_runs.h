// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plan/estimate.h"
#include "preset/preset.h"

#include <string>
#include <vector>

namespace tunedesk::run {

/// Measurements of this machine's finished runs, read once by the constructor. Thread rule: any thread after
/// construction.
class MeasuredRuns {
public:
    MeasuredRuns();

    /// Replaces assumptions of an estimate by measurements: the rate of the latest run with the same model,
    /// devices, precision and activation checkpointing, preferably one with the same batches; and the peak
    /// memory of the latest run that also has the same batches, optimizer and data. `planned` is the result
    /// of plan::estimate() without a rate. Estimate::basis and measured_* of the result name the runs.
    plan::Estimate measured(const Preset& preset, const plan::Estimate& planned,
                            const plan::Machine& machine) const;

private:
    struct Run {
        std::string name, work, batches, memory; ///< the last three: properties that must be equal, as text
        std::uint64_t parameters = 0, trainable = 0, peak_rss_bytes = 0, peak_gpu_bytes = 0;
        double tokens_per_second = 0;
    };
    const Run* find(const Run& like, bool same_batches, bool same_memory) const;

    std::vector<Run> runs_; ///< latest first
};

} // namespace tunedesk::run
