// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/accelerator.h"

namespace tunedesk::parallel {

/// A Recorder with CUDA graphs, which share one memory pool. Sets a stream of the pool for this thread.
std::unique_ptr<Recorder> cuda_recorder();

} // namespace tunedesk::parallel
