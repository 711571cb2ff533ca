// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/optimizer/slot.h"

namespace tunedesk::train {

/// training.ema_decay: an exponential moving average of the trained weights, as Slot::mean, in fp32 whatever
/// the weights' type (Polyak and Juditsky, 1992). After update t, counted from 1, mean = d x mean + (1 - d) x
/// weights with d = min(decay, (1 + t) / (10 + t)), so that the first weights are soon forgotten. The host
/// does not learn whether an update was left out, and the addresses of the tensors do not change, so that an
/// update can be recorded. Thread rule: one thread.
class WeightMean {
public:
    /// `slots`: with their means, which must outlive this and keep their number.
    WeightMean(double decay, std::vector<Slot>& slots);

    /// Updates made before, after a restore.
    void set_updates(std::int64_t updates);
    /// After an optimizer step, unless `finite`, a boolean scalar, is false.
    void update(const at::Tensor& finite);
    /// Puts the means in the weights' place, or the weights back, to the bit. Meanwhile neither update() nor
    /// a checkpoint may be made.
    void exchange();

private:
    const double decay_;
    std::vector<Slot>& slots_;
    at::Tensor updates_;              ///< fp64
    std::vector<at::Tensor> weights_; ///< of 16 bits, while the means are in their place
};

} // namespace tunedesk::train
