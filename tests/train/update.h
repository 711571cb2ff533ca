// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/torch_headers.h"
#include "train/optimizer/optimizer.h"

namespace tunedesk::test {

/// The end of a training step in a world of one rank: norm, clipping, update. Returns the norm before
/// clipping, the loss scale removed.
inline at::Tensor update(train::Optimizer& optimizer, double loss_scale = 1) {
    const at::Tensor norm = optimizer.norm() / loss_scale;
    optimizer.step(optimizer.clip(norm, loss_scale), norm.isfinite());
    return norm;
}

} // namespace tunedesk::test
