// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/gpu/nvml.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tunedesk::run {

/// The resources of this machine that a run can use now.
struct ThisMachine {
    int cores = 1;                      ///< cores that this process may use
    std::uint64_t available_memory = 0; ///< bytes, within the control group's limit; 0: not known
    std::uint64_t total_memory = 0;     ///< the same limit, including memory in use
    std::vector<Gpu> gpus;              ///< NVIDIA devices that this process may see
    std::string driver;                 ///< version of NVIDIA's driver; "" without one
};

ThisMachine this_machine();

} // namespace tunedesk::run
