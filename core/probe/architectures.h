// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <vector>

namespace tunedesk::probe {

/// The GPU architectures that a library holds kernels for, as 10 * major + minor of their compute
/// capabilities, in order: read from the headers of the device programs in its ELF section .nv_fatbin, so
/// that nothing of CUDA is loaded. Those of which it holds fewer than half as many as of the most frequent
/// one are left out: single kernels are compiled for more. Empty if the file is no such library.
std::vector<int> architectures_in(const fs::path& library);

} // namespace tunedesk::probe
