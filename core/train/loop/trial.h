// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/loop/trainer.h"

#include <functional>
#include <optional>

namespace tunedesk::train {

/// A few steps instead of a run, to measure memory or learning rates. Only the weights in the trial's own
/// process change.
struct Trial {
    enum class Kind {
        memory, ///< the step with the longest batch, twice, and one evaluation batch of the longest rows
        learning_rate, ///< steps with a learning rate that rises exponentially
    };
    Kind kind = Kind::memory;
    std::uint64_t memory_limit = 0; ///< limit of the process's memory in bytes; 0: none
    std::optional<int> as_rank;     ///< run as this rank of the preset, without the others (Transport::fake)
    double from = 1e-7, to = 1;     ///< learning rates
    std::int64_t steps = 100;
    std::function<void(const Json&)> say; ///< called with each result
};

/// Runs the trial, a collective of all ranks. Kind::memory reports one object: batch_tokens (largest of all
/// ranks), tokens (without padding, of all ranks), seconds and sent_bytes (of the second step, sent_bytes of
/// this rank), peak_rss_bytes, peak_gpu_bytes (largest of all ranks), memory (of this rank, see
/// report::MemoryFigures). Kind::learning_rate reports one object per step: step, learning_rate, loss (over
/// all ranks); it ends if the loss is not finite or exceeds four times the least (the first, at a constant
/// rate).
void run_trial(const Trial& trial, const Trainer::Parts& parts, Trainer& trainer);

} // namespace tunedesk::train
