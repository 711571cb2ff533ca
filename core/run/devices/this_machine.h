// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/gpu/nvml.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tunedesk::run {

/// What a run could use here and now.
struct ThisMachine {
    int cores = 1;                      ///< that this process may use
    std::uint64_t available_memory = 0; ///< bytes, within the control group's limit; 0: not known
    std::uint64_t total_memory = 0;     ///< likewise, with what is in use
    std::vector<Gpu> gpus;              ///< NVIDIA devices that this process may see
    std::string driver;                 ///< of NVIDIA; "" without one
};

ThisMachine this_machine();

} // namespace tunedesk::run
