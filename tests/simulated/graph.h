// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parallel/accelerator.h"
#include "simulated/streams.h"

namespace tunedesk::simulated {

/// Records the work on this thread's streams and replays it; see parallel::Recorder.
class Recorder final : public parallel::Recorder {
public:
    Recorder();
    std::unique_ptr<parallel::Graph> graph() override;
    void wait() override;

private:
    std::weak_ptr<const int> pool_; ///< number of the memory pool shared by its graphs
};

} // namespace tunedesk::simulated
