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

// What `best` finds out of a preset by steps in processes of their own, each step with a limit of its time.
// These functions block; any thread. Times are monotonic seconds.

/// Whether the rows' lengths decide data.max_length: texts with one target each, and no windows.
bool has_free_length(const Preset& preset);

/// A step of the preset with so large a batch, within `limit` bytes of memory; 0: no limit. Throws what
/// measure() throws but for want of memory.
TriedBatch try_batch(const Check& check, int size, std::uint64_t limit);

/// Tries batch_candidates(), small ones first, until one does not fit, is slower than the one before, or
/// `until` has come. `known` is not tried again. Calls `on_trial` after each, and throws as try_batch().
std::vector<TriedBatch> try_batches(const Check& check, const TriedBatch& known, std::uint64_t limit,
                                    double until, const std::function<void(const TriedBatch&)>& on_trial);

/// Seconds of a step with rows of the mean length, by what the longest ones took; those, where lengths are
/// not known.
double usual_step_seconds(const Check& check, const TriedBatch& trial);

/// A learning rate, and what the steps on the way to it have taken.
struct FoundRate {
    double rate = 0;
    double lowest = 0, highest = 0;             ///< rates that may be tried beside it
    bool is_suggested = false;                  ///< else it is the preset's own
    double step_seconds = 0, start_seconds = 0; ///< of a step; until the first one
};

/// Time for find_rate(), and what a step is expected to take.
struct RateTime {
    double until = 0, step_seconds = 0, start_seconds = 0;
};

/// search_rate() where its time suffices, else a range test alone, of 30 to 100 steps. Where that suggests
/// nothing, or the time ends before it can, the preset's own rate. Two steps are made even where the time is
/// over. Throws as measure() does, and Error 2069 if the steps ended before two were made.
FoundRate find_rate(const Preset& preset, const RateTime& time,
                    const std::function<void(double learning_rate)>& on_step);

/// What a run of the preset takes, by the steps of find_rate(). `check`: of this preset.
RunCost cost_of(const Check& check, const FoundRate& found);

/// Steps of an epoch; 0 where they are not known.
double epoch_steps(const Check& check);

/// Epochs that so many steps begin; at least 1.
int whole_epochs(const Check& check, std::int64_t steps);

/// Steps that the preset wants, by its rows and batch.
std::int64_t wanted_steps(const Check& check);

} // namespace tunedesk::run
