// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Simulates the queue's decisions (run/queue/queue_plan.h) with a seeded scheduler and a simulated clock:
// processes that wait and supervise, users who add, move, hold, remove and start runs by hand, kills at any
// time, and processes that are suspended or fail to start. Each run is supervised as in
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
        double busy_seconds = 300; ///< with users and kills; afterwards everything must end
        /// Reproduces a former bug: processes started by a supervisor saw only the GPUs of its run.
        bool waiters_inherit_visibility = false;
        /// Reproduces a former bug: devices of a killed supervisor were free before its ranks had ended.
        bool ranks_inherit_no_claims = false;
    };

    QueueSimulation(std::uint64_t seed, Options options);

    /// Receives the events of each run, for debugging a seed.
    std::function<void(const std::string&)> on_trace;

    /// Runs to the end; returns the first error with its time, or "".
    std::string run();
    /// Number of steps of processes and users so far.
    std::int64_t steps() const { return steps_; }

private:
    enum class Phase { starting, waiting, claimed, supervising };
    struct Process {
        std::int64_t entry = 0;
        run::QueueEntry taken; ///< the entry when its turn came
        Phase phase = Phase::starting;
        std::set<std::string> claims;
        std::set<std::string> visible; ///< GPUs; empty: all
        double wake = 0;
        bool forgotten = false; ///< it has removed its entry from the queue
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
    std::map<int, Process> orphans_; ///< killed supervisors, while their ranks are alive
    std::map<std::int64_t, Fate> fates_;
    std::map<std::int64_t, double> free_since_; ///< start time since which an entry's devices are free
    std::string wrong_;
};

} // namespace tunedesk::test
