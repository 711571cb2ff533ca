// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/preset.h"
#include "train/loop/train_state.h"
#include "train/session/announcer.h"

#include <optional>

namespace tunedesk::train {

/// Compares each training loss with the running mean, and warns of spikes and, once, of divergence. All ranks
/// pass the same losses; only one warns.
class LossWatch {
public:
    /// `guessing`: the mean loss of random guessing; std::nullopt if undefined.
    LossWatch(const Preset::Training& training, std::optional<double> guessing, bool warns,
              Announcer& announcer);

    /// Whether training.on_loss_spike is skip. Every step's loss must then be passed to take() before its
    /// update.
    bool leaves_out_spikes() const { return leaves_out_; }
    /// Adds a step's loss to the running mean; returns whether it is a spike. A loss that stays high moves
    /// the mean, so that not all further updates are skipped.
    bool take(double loss, std::int64_t step, TrainState& state);

private:
    void warn_if_diverging(const TrainState& state);

    const double factor_;
    const bool leaves_out_;
    const std::optional<double> guessing_;
    const bool warns_;
    Announcer& announcer_;
    bool diverged_ = false; ///< the warning of divergence was given
};

} // namespace tunedesk::train
