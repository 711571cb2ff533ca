// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <vector>

namespace tunedesk::probe {

/// The GPU architectures for which a library holds kernels, as 10 * major + minor of their compute
/// capabilities, ascending: read from the headers of the device programs in its ELF section .nv_fatbin,
/// without loading CUDA. Architectures with fewer than half as many programs as the most frequent one are
/// omitted: single kernels are compiled for additional architectures. Empty if the file is not such a
/// library.
std::vector<int> architectures_in(const fs::path& library);

} // namespace tunedesk::probe
