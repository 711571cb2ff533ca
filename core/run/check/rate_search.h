// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/check/range_advice.h"

namespace tunedesk::run {

/// How the learning rate of a preset is searched for, and what was found.
struct RateSearch {
    std::vector<RangePoint> points; ///< of the range test
    std::vector<RateTrial> trials;  ///< at constant rates: only where the range test suggests none
    RangeAdvice advice;
};

/// What is being tried: the range test's rates, or those of the trials, and which of them.
struct RateProgress {
    double learning_rate = 0;
    int trial = 0, trials = 0; ///< from 1; 0 in the range test
};

/// Steps of a trial: twice those of the range test, for models that need a while before they learn at all.
inline int trial_steps(const RangeTest& test) {
    return 2 * test.steps;
}

/// A range test and, where the loss falls in it by no more than it scatters, trial_steps() at each of a few
/// constant rates within its bounds: half a decade apart, the usual ones of the preset's optimizer. Each
/// trial begins with the preset's own weights and takes the same rows. Throws as measure() does. Blocks; any
/// thread.
RateSearch search_rate(const Preset& preset, const RangeTest& test,
                       const std::function<void(const RateProgress&)>& on_step);

/// {points: [{learning_rate, loss}], trials: [{learning_rate, loss, losses}], suggested, usable: [from, to],
/// diverges_above}; a trial's loss is late_loss(). What is unknown is null.
Json to_json(const RateSearch& search);
/// What to_json() made. Throws Error 7025 or Json's exceptions for anything else.
RateSearch parse_rate_search(std::string_view text);

} // namespace tunedesk::run
