// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/operations.h"

namespace tunedesk::cuda {

/// `plain`, LibTorch's operations, with the kernels of row_kernels.h for the embeddings and for what follows
/// the encoder's dense layers, and those of head_kernels.h for what follows the head's dense layer.
model::Operations with_row_kernels(const model::Operations& plain);

} // namespace tunedesk::cuda
