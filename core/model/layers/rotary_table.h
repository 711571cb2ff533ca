// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_spec.h"
#include "model/batch.h"

#include <ATen/core/Tensor.h>
#include <memory>
#include <mutex>
#include <vector>

namespace tunedesk::model {

/// Cosines and sines of rotary position angles, shared by all layers of a network. Thread rule: any thread.
class RotaryTable {
public:
    RotaryTable(const arch::LayerKind& kind, at::Device device);

    struct Angles {
        at::Tensor cosines, sines; ///< fp32 [positions, head width / 2]
    };
    /// Angles for at least all positions of a batch; for a batch of a fixed shape, for the positions of all
    /// such batches, because a recorded pass is replayed with others.
    Angles of(const Batch& batch);

private:
    const at::Tensor frequencies_; ///< fp32 [head width / 2]
    std::mutex mutex_;
    std::vector<Angles> made_; ///< the last is the longest; recorded graphs still read earlier ones
};

/// Null if the layers have no rotary positions.
std::shared_ptr<RotaryTable> make_rotary_table(const arch::LayerKind& kind, at::Device device);

} // namespace tunedesk::model
