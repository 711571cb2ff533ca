// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/best/best_plan.h"
#include "run/check/batch_size.h"
#include "run/check/rate_search.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::run {

// Measurements of `best`: training steps of a preset in separate processes, each with a time limit. These
// functions block; any thread. Times are monotonic seconds.

/// Whether data.max_length may be chosen by the rows' lengths: texts with one target each, without windows.
bool has_free_length(const Preset& preset);

/// Measures a step of the preset with batch size `size` within `limit` bytes of memory (0: no limit). Throws
/// what measure() throws, except for lack of memory.
TriedBatch try_batch(const Check& check, int size, std::uint64_t limit);

/// Tries batch_candidates(), small ones first, until one does not fit, is slower than the one before, or
/// `until` has come. `known` is not tried again. Calls `on_trial` after each, and throws as try_batch().
std::vector<TriedBatch> try_batches(const Check& check, const TriedBatch& known, std::uint64_t limit,
                                    double until, const std::function<void(const TriedBatch&)>& on_trial);

/// Seconds of a step with rows of mean length, scaled from the trial's step with the longest rows; the
/// trial's seconds if lengths are not known.
double usual_step_seconds(const Check& check, const TriedBatch& trial);

/// A learning rate, and the time of the steps that found it.
struct FoundRate {
    double rate = 0;
    double lowest = 0, highest = 0;             ///< rates that may be tried beside it
    bool is_suggested = false;                  ///< else it is the preset's own
    double step_seconds = 0, start_seconds = 0; ///< of a step; before the first step
};

/// The deadline of find_rate(), and the expected seconds of a step and of the start.
struct RateTime {
    double until = 0, step_seconds = 0, start_seconds = 0;
};

/// Runs search_rate() if the time suffices, else only a range test of 30 to 100 steps. Returns the preset's
/// own rate if the test suggests none or the time ends before. Makes two steps even if the time is over.
/// Throws as measure() does, and Error 2069 if the steps ended before two were made.
FoundRate find_rate(const Preset& preset, const RateTime& time,
                    const std::function<void(double learning_rate)>& on_step);

/// The cost of a run of the preset, by the steps of find_rate(). `check`: the check of this preset.
RunCost cost_of(const Check& check, const FoundRate& found);

/// Steps of an epoch; 0 if not known.
double epoch_steps(const Check& check);

/// Number of epochs that `steps` steps enter; at least 1.
int whole_epochs(const Check& check, std::int64_t steps);

/// Steps that the preset asks for, by its rows and batch.
std::int64_t wanted_steps(const Check& check);

} // namespace tunedesk::run
