// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/optimizer/schedule.h"

#include <algorithm>
#include <cmath>

namespace tunedesk::train {

Schedule::Schedule(const Preset::Training& training, std::int64_t total_steps)
    : training_(training), total_(total_steps),
      warmup_(training.warmup_steps > 0 ? training.warmup_steps
                                        : static_cast<std::int64_t>(std::ceil(
                                              training.warmup_ratio * static_cast<double>(total_steps)))) {}

double Schedule::at(std::int64_t step, std::int64_t epoch) const {
    const double peak = training_.learning_rate;
    if (step < warmup_)
        return peak * static_cast<double>(step) / static_cast<double>(std::max<std::int64_t>(1, warmup_));
    const double span = static_cast<double>(std::max<std::int64_t>(1, total_ - warmup_));
    const double progress = static_cast<double>(step - warmup_) / span;
    switch (training_.lr_scheduler_type) {
    case Preset::Scheduler::constant:
        return peak;
    case Preset::Scheduler::linear:
        return peak * std::max(0.0, 1 - progress);
    case Preset::Scheduler::cosine:
        return peak * std::max(0.0, 0.5 * (1 + std::cos(M_PI * progress)));
    case Preset::Scheduler::step:
        return peak * std::pow(training_.lr_gamma,
                               static_cast<double>(epoch / std::max(1, training_.lr_step_epochs)));
    }
    return peak;
}

} // namespace tunedesk::train
