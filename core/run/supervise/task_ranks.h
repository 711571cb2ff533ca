// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"
#include "parallel/world.h"

#include <string>
#include <utility>
#include <vector>

namespace tunedesk::run {

/// This process among the tasks that a launcher started (`srun tunedesk run`, mpirun); a world of one where
/// none did. Throws as parallel::world_of().
parallel::World launched_task();

/// The ranks that this process starts: all of the run, or, as one of several tasks, an equal share. Task 0
/// supervises the run and has the first ranks; the others' report through rank 0.
class TaskRanks {
public:
    /// Of so many ranks. Throws Error 2610 if they cannot be divided evenly over the tasks.
    TaskRanks(const parallel::World& task, int processes);

    int first() const { return task_.rank * count_; }
    int count() const { return count_; }
    bool has(int rank) const { return rank >= first() && rank < first() + count_; }
    /// Whether other tasks have ranks too.
    bool is_shared() const { return task_.size > 1; }
    bool leads() const { return task_.leads(); }
    /// All ranks of this node, those of other tasks included.
    int on_node() const { return task_.local_size * count_; }

    /// RANK, WORLD_SIZE and so on of one of these ranks. `port`: where they meet on one node; several tasks
    /// meet at the launcher's, or the preset's.
    std::vector<std::pair<std::string, std::string>> environment(int rank, int port) const;

private:
    const parallel::World task_;
    const int processes_, count_;
};

} // namespace tunedesk::run
