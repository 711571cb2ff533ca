// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/embedding/similarity.h"
#include "parallel/group.h"

namespace tunedesk::train {

/// Returns a function that gathers rows over the ranks of a group: first their counts, then the rows. Its
/// backward pass sums all ranks' gradients in fp32 and returns to each rank those of its own rows. The group
/// must outlive the function.
model::GatherRows gather_over(parallel::Group& group);

} // namespace tunedesk::train
