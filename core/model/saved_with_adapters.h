// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/network.h"

#include <span>
#include <string>

namespace tunedesk::model {

/// For a network with adapters: also saves these parameters, and trains those of the head. Throws Error 4353
/// for a quantized one.
void keep_beside_adapters(Network& network, std::span<const std::string> names);

} // namespace tunedesk::model
