// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/check/check.h"
#include "run/check/step_trial.h"

namespace tunedesk::run {

enum class BatchGoal { largest, fastest };

/// One batch size that was tried.
struct BatchTrial {
    int batch_size = 0;
    std::uint64_t estimated_bytes = 0;
    std::optional<Measured> measured; ///< std::nullopt if memory did not suffice
    bool fits = false;                ///< measured, and within the limit
};

struct BatchSearch {
    std::uint64_t limit = 0; ///< bytes of memory per rank
    int at_most = 256;       ///< samples
    BatchGoal goal = BatchGoal::largest;
};

/// Four fifths of the free memory that a rank may take: the default limit.
std::uint64_t usual_batch_limit(const Check& check);

/// Finds the largest per_device_train_batch_size that fits, or, among the powers of two up to it, the one
/// with most tokens per second. Starts from the estimate and measures steps of all ranks in separate workers
/// (measure()) until the bounds are within a sixteenth. `check` must hold an estimate. Throws Error 5504 if
/// not even one sample fits, and what measure() throws, except for lack of memory. Blocks.
BatchTrial find_batch_size(const Check& check, const BatchSearch& search,
                           const std::function<void(const BatchTrial&)>& on_trial);

} // namespace tunedesk::run
