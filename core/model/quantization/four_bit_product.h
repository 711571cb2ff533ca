// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/layers/linear_layer.h"

namespace tunedesk::model {

/// The product of x [rows, inputs] and a layer's weight that is kept in few bits, [rows, outputs] in fp32,
/// without the bias. The weight is widened for the product, and again for the backward pass; it has no
/// gradient.
at::Tensor four_bit_product(const Operations& operations, const at::Tensor& x, const LinearLayer& layer,
                            at::ScalarType compute);

} // namespace tunedesk::model
