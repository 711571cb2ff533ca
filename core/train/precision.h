#pragma once

#include "preset/preset.h"
#include "train/announcer.h"

#include <ATen/core/Tensor.h>

namespace tunedesk::train {

/// The type of the encoder's matrix products, from precision.compute. The rank that leads says where the
/// processor has no instructions for it, so that it would be slower than fp32.
at::ScalarType compute_type(const Preset& preset, at::Device device, bool leads, Announcer& announcer);

} // namespace tunedesk::train
