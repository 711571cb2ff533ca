// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/embedding/similarity.h"
#include "parallel/group.h"

namespace tunedesk::train {

/// Gathers rows over the ranks of a group, which must outlive what this returns: their counts first, then the
/// rows. The backward pass adds up all ranks' gradients in fp32 and gives each rank those of its own rows.
model::GatherRows gather_over(parallel::Group& group);

} // namespace tunedesk::train
