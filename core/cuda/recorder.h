// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/accelerator.h"

namespace tunedesk::parallel {

/// Recorder over CUDA graphs, with one memory pool for all of them. Takes a stream of the pool for this
/// thread.
std::unique_ptr<Recorder> cuda_recorder();

} // namespace tunedesk::parallel
