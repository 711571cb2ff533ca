// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/operations.h"

/// The kernels of decoder_kernels.cuh as operations of the models: see model/operations.h.
namespace tunedesk::cuda {

/// `plain` with some operations replaced by the decoders' kernels; LayerNorm remains that of `plain`.
model::Operations with_decoder_kernels(const model::Operations& plain);

} // namespace tunedesk::cuda
