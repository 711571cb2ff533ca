// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/preset.h"

#include <cstdint>

namespace tunedesk::train {

/// The learning rate of each optimizer step: linear warm-up to learning_rate, then constant, linear to zero,
/// a half cosine to zero (both at total_steps, as in Hugging Face's schedules), or steps of lr_gamma every
/// lr_step_epochs.
class Schedule {
public:
    Schedule(const Preset::Training& training, std::int64_t total_steps);
    /// The learning rate of step `step` (from 0) in epoch `epoch`.
    double at(std::int64_t step, std::int64_t epoch) const;
    std::int64_t warmup_steps() const { return warmup_; }

private:
    Preset::Training training_;
    std::int64_t total_, warmup_;
};

} // namespace tunedesk::train
