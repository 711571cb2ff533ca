// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The queue's own decisions (run/queue/queue_plan.h) under a seeded scheduler with a clock of its own:
// processes that wait and supervise, users who add, move, hold, remove and start runs by hand, kills at any
// moment, processes that stand still or cannot be started. Each run is supervised as in
// supervisor_simulation.h, with ranks that hold its devices.

#include "run/queue/queue_plan.h"
#include "run/supervisor_simulation.h"

#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace tunedesk::test {

class QueueSimulation {
public:
    struct Options {
        double busy_seconds = 300; ///< with users and kills; then everything must come to its end
        /// A mistake that was made once: who is started by a supervisor sees the GPUs of its run alone.
        bool waiters_inherit_visibility = false;
        /// Another: a killed supervisor's devices were free before its ranks had ended.
        bool ranks_inherit_no_claims = false;
    };

    QueueSimulation(std::uint64_t seed, Options options);

    /// Hears what happens in each run, for who looks into a seed.
    std::function<void(const std::string&)> on_trace;

    /// Runs to the end; what went wrong first, with the time, or "".
    std::string run();
    /// So many steps of processes and users were made.
    std::int64_t steps() const { return steps_; }

private:
    enum class Phase { starting, waiting, claimed, supervising };
    struct Process {
        std::int64_t entry = 0;
        run::QueueEntry taken; ///< the entry as it was when its turn came
        Phase phase = Phase::starting;
        std::set<std::string> claims;
        std::set<std::string> visible; ///< GPUs; empty: all
        double wake = 0;
        bool forgotten = false; ///< it has taken its entry out of the queue
        bool by_hand = false;
        std::unique_ptr<SupervisorSimulation> run; ///< while it has ranks
    };
    enum class Fate { queued, running, ended, killed, removed };

    double uniform(double low, double high);
    int below(int count);
    bool chance(double probability) { return uniform(0, 1) < probability; }

    void step(int pid);
    void start_waiting(int pid);
    void wait_for_turn(int pid);
    void begin_supervising(int pid);
    void start_run(Process& process);
    void supervise(int pid);
    void end_orphan(int pid);
    void exit(int pid);
    void revive(int by);
    void user_acts();
    void add();
    void start_by_hand();
    void kill();
    void disturb();

    run::QueueEntry* find(std::int64_t id);
    bool is_served(std::int64_t id) const;
    bool is_supervised(std::int64_t id) const;
    std::vector<run::ClaimableDevice> devices(const std::set<std::string>& visible) const;
    std::string violation();

    const Options options_;
    std::mt19937_64 random_;
    double now_ = 0, next_user_ = 0;
    std::int64_t steps_ = 0, next_id_ = 1;
    int next_pid_ = 1;
    std::vector<run::ClaimableDevice> machine_;
    std::vector<run::QueueEntry> entries_;
    std::map<int, Process> processes_;
    std::map<int, Process> orphans_; ///< killed supervisors, as long as ranks of theirs live
    std::map<std::int64_t, Fate> fates_;
    std::map<std::int64_t, double> free_since_; ///< entries whose devices are free
    std::string wrong_;
};

} // namespace tunedesk::test
