// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/network.h"

namespace tunedesk::train {

/// Sets the factors of the parameters' learning rates (model::Parameter::rate_factor) by
/// training.layer_decay, as timm and BEiT (Bao et al., 2021) do: of L layers, counted from 0, layer l has
/// decay^(L - l), the embeddings have decay^(L + 1), and the head, with the norm before it, 1. A pipeline
/// stage counts the whole model's layers. Call before the optimizer is constructed.
void set_layer_rates(model::Network& network, double decay);

} // namespace tunedesk::train
