// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/supervise/task_ranks.h"

#include "base/error.h"
#include "run/programs.h"

#include <cstdlib>

namespace tunedesk::run {

parallel::World launched_task() {
    return parallel::world_of([](const char* name) { return std::getenv(name); });
}

TaskRanks::TaskRanks(const parallel::World& task, int processes)
    : task_(task), processes_(processes), count_(processes / task.size) {
    if (processes % task.size != 0)
        throw Error(ErrorId::ranks_uneven_over_tasks, {std::to_string(processes), std::to_string(task.size)},
                    "parallel.processes");
}

std::vector<std::pair<std::string, std::string>> TaskRanks::environment(int rank, int port) const {
    if (!is_shared()) return rank_environment(rank, processes_, port);
    const int local_rank = task_.local_rank * count_ + rank - first();
    return {{"RANK", std::to_string(rank)},
            {"LOCAL_RANK", std::to_string(local_rank)},
            {"WORLD_SIZE", std::to_string(processes_)},
            {"LOCAL_WORLD_SIZE", std::to_string(on_node())},
            {"MASTER_ADDR", task_.master_address},
            {"MASTER_PORT", std::to_string(port)}};
}

} // namespace tunedesk::run
