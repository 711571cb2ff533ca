// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/loop/loss_watch.h"

#include "event/warning_id.h"

#include <cmath>
#include <fmt/format.h>

namespace tunedesk::train {

LossWatch::LossWatch(const Preset::Training& training, std::optional<double> guessing, bool warns,
                     Announcer& announcer)
    : factor_(training.loss_spike_factor),
      leaves_out_(training.loss_spike_factor > 0 && training.on_loss_spike == Preset::OnLossSpike::skip),
      guessing_(guessing), warns_(warns), announcer_(announcer) {}

bool LossWatch::take(double loss, std::int64_t step, TrainState& state) {
    const double mean = state.running_loss;
    const bool spike = factor_ > 0 && std::isfinite(mean) && loss > factor_ * mean;
    if (spike && warns_)
        announcer_.warn(fmt::format("loss spike at step {}: {:.4g}, {:.1f} times its running mean{}", step,
                                    loss, loss / mean, leaves_out_ ? "; its update is left out" : ""),
                        event::warning::loss_spike);
    if (std::isfinite(loss)) state.running_loss = std::isfinite(mean) ? 0.9 * mean + 0.1 * loss : loss;
    warn_if_diverging(state);
    return spike;
}

/// Independent of the preset: the loss is far above that of random guessing.
void LossWatch::warn_if_diverging(const TrainState& state) {
    if (diverged_ || !guessing_ || !(state.running_loss > 4 * *guessing_)) return;
    diverged_ = true;
    if (warns_)
        announcer_.warn(
            fmt::format(
                "the training diverges: by step {} the running mean of the loss is {:.4g}, where guessing "
                "gives {:.3g}",
                state.step, state.running_loss, *guessing_),
            event::warning::divergence);
}

} // namespace tunedesk::train
