// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"
#include "event/socket/frame.h"
#include "run/policy/process_end.h"
#include "run/timeline.h"

#include <deque>
#include <functional>
#include <string>
#include <vector>

namespace tunedesk::test {

/// The ranks of a run as simulated processes: they connect, load, train in lockstep, evaluate, save, pause,
/// stop and end like tunedesk-worker, and fail on request.
class SimulatedRanks {
public:
    struct Plan {
        int count = 1, steps = 10, eval_every = 0, save_every = 0;
        double heartbeat = 1;
        /// longest durations in seconds
        double connect = 1, load = 5, step = 1, eval = 2, save = 1, leave = 1;
        bool notices_dead_peers = true; ///< else a rank waits for them forever
        bool ignores_stop = false;      ///< continues training after a stop request
        bool ignores_term = false;      ///< ignores SIGTERM
        bool port_is_taken = false;     ///< the rendezvous fails
    };
    /// The simulation's interface to its environment.
    struct Outside {
        std::function<void(int rank, event::Event)> message;
        std::function<void(int rank)> closed; ///< the rank's end of the connection was closed
        std::function<void(int rank, run::ProcessEnd, bool out_of_memory)> ended;
    };

    SimulatedRanks(Timeline& timeline, Dice& dice, Plan plan, Outside outside);
    SimulatedRanks(const SimulatedRanks&) = delete;

    void start(int rank);
    // Actions of the supervisor.
    void command(event::Command command); ///< to rank 0
    void terminate();                     ///< SIGTERM to all
    void kill();                          ///< SIGKILL to all
    // Faults.
    void end(int rank, run::ProcessEnd how, bool out_of_memory = false);
    void fail(int rank, int id);               ///< reports a failure and exits
    void freeze(int rank, double seconds);     ///< SIGSTOP, later SIGCONT
    void deadlock(int rank);                   ///< its working thread never returns
    void close_socket(int rank);               ///< without exiting
    void stall_disk(int rank, double seconds); ///< its next arrival waits for the disk
    void lose_step();                          ///< a collective that never completes: all ranks wait

    bool lives(int rank) const { return ranks_[at(rank)].alive; }
    bool is_frozen(int rank) const { return timeline_.now() < ranks_[at(rank)].frozen_until; }
    bool is_connected(int rank) const { return !ranks_[at(rank)].closed && !ranks_[at(rank)].deadlocked; }
    bool any_lives() const;
    /// Whether the rank has not started yet or is about to exit.
    bool is_leaving(int rank) const { return ranks_[at(rank)].doing == Doing::leaving; }
    bool is_loading() const { return stage_ == Stage::load; }
    bool is_asleep(int rank) const;
    std::int64_t saved_step() const { return saved_step_; }
    std::int64_t step() const { return step_; }

private:
    enum class Doing { starting, working, waiting, disk, leaving };
    enum class Stage { load, step, eval, save, pause, test, leave };
    struct Rank {
        bool alive = false, has_handler = false, greeted = false, closed = false;
        bool deadlocked = false, termed = false, term_waits = false, touched = false, arrived = false;
        double frozen_until = 0, stall = 0;
        Doing doing = Doing::starting;
    };
    static std::size_t at(int rank) { return static_cast<std::size_t>(rank); }

    void greet(int rank);
    void beat(int rank);
    void set(int rank, Doing doing);
    void say(int rank, event::Type type, Json fields);
    void begin(Stage stage);
    void arrive(int rank);
    void finish_stage();
    void next_after_step();
    Stage step_or_test() const;
    void poll_pause();
    bool take_commands();
    void leave(int code);
    void leave_socket(int rank);
    void take_term(int rank);
    void notice_loss(int lost);
    double duration(int rank);
    std::string phase() const;

    Timeline& timeline_;
    Dice& dice_;
    const Plan plan_;
    const Outside outside_;
    std::vector<Rank> ranks_;
    Stage stage_ = Stage::load;
    std::int64_t step_ = 0, saved_step_ = -1;
    std::uint64_t stage_number_ = 0;
    std::deque<event::Command> commands_;
    bool stops_ = false, pauses_ = false, saves_ = false, lost_step_ = false;
};

} // namespace tunedesk::test
