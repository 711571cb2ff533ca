// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/network.h"

#include <span>
#include <string>

namespace tunedesk::model {

/// Of a network with adapters: saves these parameters too, and trains those of the head. Throws Error 4353
/// for one that is kept in few bits.
void keep_beside_adapters(Network& network, std::span<const std::string> names);

} // namespace tunedesk::model
