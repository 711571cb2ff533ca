#pragma once

#include "model/network.h"

#include <span>
#include <string>
#include <vector>

namespace tunedesk::model {

/// Of a network with adapters: saves these parameters too, and trains those of the head. Throws Error 4353
/// for one that is kept in few bits.
void keep_beside_adapters(Network& network, std::span<const std::string> names);

/// The layers of the head that are saved beside adapters: PEFT's modules_to_save.
std::vector<std::string> saved_modules(const Network& network);

} // namespace tunedesk::model
