// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/device.h"
#include "train/loop/train_state.h"
#include "train/session/announcer.h"
#include "train/step/train_step.h"

namespace tunedesk::train {

/// Writes the metrics of every n-th step (logging.every_n_steps), of the first and of the last step, and
/// accumulates samples, tokens and time between them. Of a language model on several data ranks also the mean
/// loss of each one's own tokens, as "rank_losses". All ranks make the same calls.
class StepLog {
public:
    struct Parts {
        const Preset& preset;
        const Split& rows; ///< of the training
        parallel::Group& group;
        const parallel::Device& device;
        Announcer& announcer;
    };
    /// `first`: the next step is the run's first.
    StepLog(const Parts& parts, bool first);

    /// A step was taken of these batches.
    void add(const data::StepBatches& plan, TrainState& state);
    /// Whether state.step is one to write; `last`: the run's last.
    bool is_due(const TrainState& state, bool last) const;
    /// Returns the step's loss, of all ranks. `data_rank`: this rank's place among those that take different
    /// samples.
    double write(const TrainStep& step, int data_rank, double learning_rate, double gradient_norm,
                 TrainState& state);

private:
    /// Those of the data ranks where they are said; `loss`: this rank's part of the sum.
    std::vector<double> rank_losses(double loss, int data_rank) const;

    const Parts parts_;
    const std::vector<std::uint32_t> lengths_; ///< of the rows, tokens
    bool first_;
    std::int64_t samples_ = 0;              ///< of the step taken last
    std::vector<std::int64_t> rank_tokens_; ///< of each data rank in it
};

} // namespace tunedesk::train
