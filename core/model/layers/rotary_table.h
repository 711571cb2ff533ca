#pragma once

#include "arch/model_spec.h"

#include <ATen/core/Tensor.h>
#include <memory>
#include <mutex>
#include <utility>

namespace tunedesk::model {

/// Cosines and sines of the angles of rotary positions. One for all layers of a network. Thread rule: may be
/// used by many.
class RotaryTable {
public:
    RotaryTable(const arch::LayerKind& kind, at::Device device);

    /// Both for positions below `positions`, which is at least 1: fp32 [at least so many, head width / 2].
    std::pair<at::Tensor, at::Tensor> upto(std::int64_t positions);

private:
    const at::Tensor frequencies_; ///< fp32 [head width / 2]
    std::mutex mutex_;
    at::Tensor cosines_, sines_;
};

/// Null where the layers rotate nothing.
std::shared_ptr<RotaryTable> make_rotary_table(const arch::LayerKind& kind, at::Device device);

} // namespace tunedesk::model
