// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/optimizer/optimizer.h"
#include "train/strategies/strategy.h"

namespace tunedesk::train {

/// Puts the means of the weights (training.ema_decay) in the weights' place on all ranks, or the weights
/// back; nothing without means. Between steps, without gradients. A collective.
inline void exchange_means(Optimizer& optimizer, Strategy& strategy) {
    if (!optimizer.has_means()) return;
    optimizer.exchange_means();
    strategy.spread();
}

} // namespace tunedesk::train
