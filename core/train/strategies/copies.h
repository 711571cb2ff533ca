// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/group.h"

#include <ATen/core/Tensor.h>
#include <string>
#include <vector>

namespace tunedesk::train {

/// Compares the ranks' copies of the same tensors by a hash of their bytes. Where they differ (kernels of
/// another kind of processor round otherwise, which adds up over updates), all ranks take rank 0's. A
/// collective between two steps. Returns a sentence that names the ranks that differed, on all ranks; "" if
/// none did.
std::string match_copies(const std::vector<at::Tensor>& tensors, parallel::Group& group);

} // namespace tunedesk::train
