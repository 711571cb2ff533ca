// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/optimizer/slot.h"

namespace tunedesk::train {

/// training.ema_decay: an exponential moving average of the trained weights, as Slot::mean, in fp32 whatever
/// the weights' type (Polyak and Juditsky, 1992). After update t, counted from 1, mean = d x mean + (1 - d) x
/// weights with d = min(decay, (1 + t) / (10 + t)), so that the influence of the initial weights fades
/// quickly. The host does not wait for the device, and tensor addresses do not change, so that an update can
/// be recorded in a graph. Thread rule: one thread.
class WeightMean {
public:
    /// `slots` must have means, outlive this, and keep their number.
    WeightMean(double decay, std::vector<Slot>& slots);

    /// Updates made before, after a restore.
    void set_updates(std::int64_t updates);
    /// After an optimizer step, unless `finite`, a boolean scalar, is false.
    void update(const at::Tensor& finite);
    /// Exchanges weights and means; a second call restores the weights bit for bit. Between the two calls,
    /// update() and checkpoints are not allowed.
    void exchange();

private:
    const double decay_;
    std::vector<Slot>& slots_;
    at::Tensor updates_;              ///< fp64
    std::vector<at::Tensor> weights_; ///< copies of 16-bit weights while they are exchanged
};

} // namespace tunedesk::train
