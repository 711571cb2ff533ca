// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/operations.h"

/// The kernels of decoder_kernels.cuh as operations of the models: see model/operations.h.
namespace tunedesk::cuda {

/// With the decoders' kernels in place of some of `plain`'s operations; a LayerNorm stays plain's.
model::Operations with_decoder_kernels(const model::Operations& plain);

} // namespace tunedesk::cuda
