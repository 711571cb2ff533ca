// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_spec.h"
#include "model/batch.h"

#include <ATen/core/Tensor.h>
#include <memory>
#include <mutex>
#include <vector>

namespace tunedesk::model {

/// Cosines and sines of the angles of rotary positions. One for all layers of a network. Thread rule: may be
/// used by many.
class RotaryTable {
public:
    RotaryTable(const arch::LayerKind& kind, at::Device device);

    struct Angles {
        at::Tensor cosines, sines; ///< fp32 [positions, head width / 2]
    };
    /// For all positions of a batch, and perhaps for more. Of a batch of a fixed shape for those of all such
    /// batches: a recorded pass reads others' positions too.
    Angles of(const Batch& batch);

private:
    const at::Tensor frequencies_; ///< fp32 [head width / 2]
    std::mutex mutex_;
    std::vector<Angles> made_; ///< the last is the longest; recorded graphs read earlier ones where they lie
};

/// Null if the layers rotate nothing.
std::shared_ptr<RotaryTable> make_rotary_table(const arch::LayerKind& kind, at::Device device);

} // namespace tunedesk::model
