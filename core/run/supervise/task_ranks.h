// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"
#include "parallel/world.h"

#include <string>
#include <utility>
#include <vector>

namespace tunedesk::run {

/// This process's place among a launcher's tasks (`srun tunedesk run`, mpirun); a world of size 1 without a
/// launcher. Throws as parallel::world_of().
parallel::World launched_task();

/// The ranks that this process starts: all ranks of the run, or an equal share if there are several tasks.
/// Task 0 supervises the run and has the first ranks; the ranks of other tasks report through rank 0.
class TaskRanks {
public:
    /// Divides `processes` ranks among the tasks. Throws Error 2610 if they cannot be divided evenly over the
    /// tasks.
    TaskRanks(const parallel::World& task, int processes);

    int first() const { return task_.rank * count_; }
    int count() const { return count_; }
    bool has(int rank) const { return rank >= first() && rank < first() + count_; }
    /// Whether other tasks have ranks too.
    bool is_shared() const { return task_.size > 1; }
    bool leads() const { return task_.leads(); }
    /// All ranks of this node, those of other tasks included.
    int on_node() const { return task_.local_size * count_; }

    /// Environment of one of these ranks (RANK, WORLD_SIZE and so on). `port`: that of the rendezvous; of
    /// several tasks the launcher's or the preset's.
    std::vector<std::pair<std::string, std::string>> environment(int rank, int port) const;

private:
    const parallel::World task_;
    const int processes_, count_;
};

} // namespace tunedesk::run
