// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/loop/trainer.h"

#include <functional>
#include <optional>

namespace tunedesk::train {

/// A few steps in place of a run, to learn something before it. Nothing of it is meant to last: it changes
/// the weights of its own process alone.
struct Trial {
    enum class Kind {
        memory, ///< the step with the longest batch, twice, and one evaluation batch of the longest rows
        learning_rate, ///< steps with a learning rate that rises exponentially
    };
    Kind kind = Kind::memory;
    std::uint64_t memory_limit = 0; ///< bytes that the process may hold; 0: no limit
    std::optional<int> as_rank;     ///< this rank of the preset's, without the others (Transport::fake)
    double from = 1e-7, to = 1;     ///< learning rates
    std::int64_t steps = 100;
    std::function<void(const Json&)> say; ///< called with each result
};

/// Runs the trial, a collective of all ranks. Kind::memory says one object: batch_tokens (of the rank with
/// most), tokens (real ones, of all), seconds and sent_bytes (of the second step, the latter this rank's),
/// peak_rss_bytes, peak_gpu_bytes (of the rank with most), memory (this rank's, see report::MemoryFigures).
/// Kind::learning_rate says one a step: step, learning_rate, loss (of all ranks); it ends where the loss is
/// no number or four times the least.
void run_trial(const Trial& trial, const Trainer::Parts& parts, Trainer& trainer);

} // namespace tunedesk::train
