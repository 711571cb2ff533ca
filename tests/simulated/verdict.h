// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace tunedesk::simulated {

/// The exit code of a process in which the simulation found a fault.
inline constexpr int fault_code = 99;

/// Prints "simulated device: WHAT" on standard error and ends the process at once with fault_code.
[[noreturn]] void end_process(const std::string& what);

/// From here on a fault at an address of the simulation (device memory, or pinned memory that a copy under
/// way owns) ends the process as above, naming whose memory it was; other faults end it as before.
void explain_faults();

} // namespace tunedesk::simulated
