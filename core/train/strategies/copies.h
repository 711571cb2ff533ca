// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/group.h"

#include <ATen/core/Tensor.h>
#include <string>
#include <vector>

namespace tunedesk::train {

/// Compares the ranks' copies of the same tensors by a hash of their bytes. If they differ (different kinds
/// of processors round differently, which accumulates over updates), all ranks take rank 0's. A collective;
/// call between two steps. Returns a sentence that names the ranks that differed, on all ranks; "" if none
/// did.
std::string match_copies(const std::vector<at::Tensor>& tensors, parallel::Group& group);

} // namespace tunedesk::train
