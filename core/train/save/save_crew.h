// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/checkpoint.h"
#include "parallel/requests.h"
#include "train/save/remote_files.h"
#include "train/strategies/strategy.h"

#include <functional>
#include <vector>

namespace tunedesk::train {

/// Coordinates the ranks during a save. Rank 0 decides what is written and when to retry; the others carry
/// out its requests: write their pieces, or take part in gathering parameters. Thread rule: one thread.
class SaveCrew {
public:
    /// What it is given must outlive it. `remote`: see JointWrite.
    SaveCrew(parallel::Group& group, Strategy& strategy, const RemoteFiles* remote = nullptr);

    /// Runs `work` on rank 0, which may call the members below, and serves its requests on the other ranks
    /// until it ends. See parallel::Group::lead().
    void lead(const std::function<void()>& work);

    // Within lead(), on rank 0.

    /// Makes all ranks write their parts of the state into a folder. Throws Error 5001, also if another
    /// rank's disk fails.
    std::vector<format::Manifest::Entry> write_state(const fs::path& folder, std::int64_t step);
    /// See Strategy::for_each_parameter(). Exceptions of `visit` are rethrown after the other ranks have
    /// finished.
    void for_each_parameter(const std::function<void(const std::string&, const at::Tensor&)>& visit);

private:
    bool asks_others(bool needs_them) const { return needs_them && group_.world().size > 1; }
    std::string carry_out(const std::string& request);

    parallel::Group& group_;
    Strategy& strategy_;
    const RemoteFiles* const remote_;
    parallel::Requests requests_;
};

} // namespace tunedesk::train
