// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/preset.h"
#include "train/session/announcer.h"

#include <ATen/core/Tensor.h>

namespace tunedesk::train {

/// The type of the encoder's matrix products, from precision.compute. tf32 is fp32 with the device's tf32
/// mode enabled. Rank 0 warns of types that the device does not support.
at::ScalarType compute_type(const Preset& preset, at::Device device, bool leads, Announcer& announcer);

/// The type of parameters and gradients, from precision.params.
at::ScalarType parameter_type(const Preset& preset);

} // namespace tunedesk::train
