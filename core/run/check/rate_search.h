// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/check/range_advice.h"

namespace tunedesk::run {

/// The measurements and the result of a learning rate search.
struct RateSearch {
    std::vector<RangePoint> points; ///< of the range test
    std::vector<RateTrial> trials;  ///< at constant rates; empty if the range test suggests a rate
    RangeAdvice advice;
};

/// The rate that is being tried, by the range test or by a trial.
struct RateProgress {
    double learning_rate = 0;
    int trial = 0, trials = 0; ///< from 1; 0 in the range test
};

/// Steps of a trial: twice those of the range test, for models that need a while before they learn at all.
inline int trial_steps(const RangeTest& test) {
    return 2 * test.steps;
}

/// Runs a range test. If its loss falls by no more than its scatter, also runs trial_steps() steps at each of
/// a few constant rates within its bounds, half a decade apart and usual for the preset's optimizer. Each
/// trial begins with the preset's weights and uses the same rows. Throws as measure() does. Blocks; any
/// thread.
RateSearch search_rate(const Preset& preset, const RangeTest& test,
                       const std::function<void(const RateProgress&)>& on_step);

/// {points: [{learning_rate, loss}], trials: [{learning_rate, loss, losses}], suggested, usable: [from, to],
/// diverges_above}; a trial's loss is late_loss(). What is unknown is null.
Json to_json(const RateSearch& search);
/// Reads the text of to_json(). Throws Error 7025 or Json's exceptions for anything else.
RateSearch parse_rate_search(std::string_view text);

} // namespace tunedesk::run
