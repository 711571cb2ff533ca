// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Simulates the supervisor's decisions (run/policy/supervision_policy.h) with a seeded scheduler and a
// simulated clock: ranks that work, wait, hang, die, fail and leave, delayed or dropped messages, a suspended
// supervisor, users and signals that stop, pause, continue, save and kill.

#include "run/policy/stop_signals.h"
#include "run/policy/supervision_policy.h"
#include "run/simulated_ranks.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tunedesk::test {

class SupervisorSimulation {
public:
    struct Options {
        double start = 0;   ///< start time of the run
        bool brief = false; ///< a run of some seconds, with short limits
    };

    SupervisorSimulation(std::uint64_t seed, Options options);
    SupervisorSimulation(const SupervisorSimulation&) = delete;

    /// Receives the events, for debugging a seed.
    std::function<void(const std::string&)> on_trace;

    /// Runs to the end; returns the first error with its time, or "".
    std::string run();
    // The same, driven by another scheduler.
    bool is_over() const { return over_ || !wrong_.empty(); }
    double next() const { return timeline_.next(); }
    void step();
    const std::string& wrong() const { return wrong_; }
    /// SIGKILL to the supervisor; its ranks die with it.
    void kill_supervisor();
    bool has_ranks() const;
    std::uint64_t steps() const { return timeline_.steps(); }

private:
    enum class Fault { none, signal, exit, report, freeze, deadlock, lost_socket, lost_step, disk };
    /// whether the fault must be reported for this rank; `late`: it may occur too late
    enum class Effect { named, certain, late };
    struct Wire { ///< data that a rank has sent and the supervisor has not read
        std::deque<event::Event> messages;
        double last = 0;
        bool closed = false;
    };

    // supervisor_simulation.cpp: the environment
    void begin();
    void start_ranks();
    void remove_ranks();
    void tick();
    void deliver(std::function<void()> fact);
    double delay();
    void send(int rank, event::Event event);
    void hear(int rank);
    void close(int rank);
    void ended(int rank, run::ProcessEnd end, bool out_of_memory);
    void perform(const run::Decisions& decisions);
    void perform(const run::Decision& decision);
    void finish();

    // simulated_events.cpp: the faults
    void choose_limits();
    void choose_plan();
    void plan_faults();
    void plan_user();
    void inject(Fault fault, int rank);
    void inject_end(Fault fault, int rank, bool greeted);
    void inject_hang(Fault fault, int rank, bool greeted);
    void expect_end(int rank, double seconds, const std::set<int>& codes, Effect effect,
                    const std::string& what);
    void user_acts(int what);
    void stop_requested();
    void must_end_in(double seconds, const std::string& reason);
    double longest_stage() const;
    double longest_wait() const; ///< for the disk
    double silence() const;      ///< time until a silent rank is detected
    double lockstep() const;     ///< time until a rank that the others wait for is detected
    double spike() const;        ///< the longest delay of a message
    bool is_ending() const;

    // simulation_checks.cpp
    void check_end();
    void check_final();
    void fail(const std::string& what);
    void trace(const std::string& what);

    Timeline timeline_;
    Dice dice_;
    const double start_;
    const bool brief_;
    Preset::Supervision limits_;
    SimulatedRanks::Plan plan_;
    std::unique_ptr<run::SupervisionPolicy> policy_;
    std::vector<std::unique_ptr<SimulatedRanks>> ranks_; ///< the last ones are the current ranks
    std::vector<Wire> wires_;
    run::StopSignals signals_;
    double asleep_until_ = 0, slept_ = 0, end_by_ = 0, healthy_end_ = 0;
    double commands_last_ = 0; ///< time when the last command reaches rank 0: commands keep their order
    double stall_ = 0;         ///< the longest wait for the disk caused by a fault
    std::string reason_;       ///< reason of end_by_
    bool removed_ = false, over_ = false, killed_ = false, has_fork_ = false;
    bool fault_hit_ = false, may_pause_ = true, stopped_ = false, forced_ = false;
    std::optional<int> culprit_;
    std::optional<int> reported_; ///< the error id of the only fault
    std::set<int> expected_;      ///< exit codes
    std::vector<run::RunState> states_;
    int ends_ = 0, faults_ = 0;
    std::string wrong_;
};

} // namespace tunedesk::test
