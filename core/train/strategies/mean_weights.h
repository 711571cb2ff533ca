// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/optimizer/optimizer.h"
#include "train/strategies/strategy.h"

namespace tunedesk::train {

/// Exchanges weights and their means (training.ema_decay) on all ranks; a second call restores the weights.
/// Does nothing without means. A collective; call between steps, without gradients.
inline void exchange_means(Optimizer& optimizer, Strategy& strategy) {
    if (!optimizer.has_means()) return;
    optimizer.exchange_means();
    strategy.spread();
}

} // namespace tunedesk::train
