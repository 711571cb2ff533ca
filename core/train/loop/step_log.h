// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/device.h"
#include "train/loop/train_state.h"
#include "train/session/announcer.h"
#include "train/step/train_step.h"

namespace tunedesk::train {

/// Writes the metrics of every n-th step (logging.every_n_steps) and of the first and last step, with
/// samples, tokens and time since the last written one. For a language model on several data ranks, also
/// writes each rank's mean loss as "rank_losses". All ranks make the same calls.
class StepLog {
public:
    struct Parts {
        const Preset& preset;
        const Split& rows; ///< the training rows
        parallel::Group& group;
        const parallel::Device& device;
        Announcer& announcer;
    };
    /// `first`: whether the next step is the run's first.
    StepLog(const Parts& parts, bool first);

    /// Adds a step made with these batches.
    void add(const data::StepBatches& plan, TrainState& state);
    /// Whether to write state.step; `last`: whether it is the run's last.
    bool is_due(const TrainState& state, bool last) const;
    /// Returns the step's loss over all ranks. `data_rank`: this rank's index among the ranks with different
    /// samples.
    double write(const TrainStep& step, int data_rank, double learning_rate, double gradient_norm,
                 TrainState& state);

private:
    /// The losses of the data ranks if they are logged, else empty; `loss`: this rank's part of the sum.
    std::vector<double> rank_losses(double loss, int data_rank) const;

    const Parts parts_;
    const std::vector<std::uint32_t> lengths_; ///< tokens of each training row
    bool first_;
    std::int64_t samples_ = 0;              ///< samples of the last step
    std::vector<std::int64_t> rank_tokens_; ///< tokens of each data rank in the last step
};

} // namespace tunedesk::train
