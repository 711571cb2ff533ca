// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/checkpoint.h"
#include "parallel/requests.h"
#include "train/save/remote_files.h"
#include "train/strategies/strategy.h"

#include <functional>
#include <vector>

namespace tunedesk::train {

/// The ranks while something is saved. Rank 0 decides what is written, and when again after a failure; the
/// others wait and do what it asks for: write their pieces, or take part in gathering parameters. Thread
/// rule: one thread.
class SaveCrew {
public:
    /// What it is given must outlive it. `remote`: see JointWrite.
    SaveCrew(parallel::Group& group, Strategy& strategy, const RemoteFiles* remote = nullptr);

    /// Runs `work` on rank 0, which may call what follows meanwhile; the others serve it till its end. See
    /// parallel::Group::lead().
    void lead(const std::function<void()>& work);

    // Within lead(), on rank 0.

    /// Has all ranks write into a folder what they save of the state. Throws Error 5001, also where another
    /// rank's disk refuses.
    std::vector<format::Manifest::Entry> write_state(const fs::path& folder, std::int64_t step);
    /// See Strategy::for_each_parameter(). What `visit` throws is thrown when the others are through.
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
