#pragma once

#include "event/folder/run_folder.h"
#include "preset/preset.h"
#include "run/policy/hang_detector.h"
#include "run/policy/milestones.h"
#include "run/policy/rank_status.h"
#include "run/policy/run_control.h"
#include "run/policy/verdict.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::run {

/// What supervises a run without its processes, sockets, timers and files: takes facts with their times and
/// decides what is to be done. supervisor.cpp carries it out; the simulation of the tests does with ranks of
/// its own. Pure: the same facts give the same decisions. Times are monotonic seconds and never go back.
/// Lifetime: one run. Thread rule: one thread.
class SupervisionPolicy {
public:
    struct Settings {
        Preset::Supervision limits;
        event::RunFolder folder;
        bool resumed = false;
        bool may_change_port = true; ///< the preset leaves the rendezvous port open
        std::function<bool(int rank)> is_asleep = [](int) { return false; }; ///< see HangDetector
    };
    explicit SupervisionPolicy(Settings settings);

    // Facts, in the order in which they became known.
    Decisions began(double now);
    /// So many ranks are about to be started.
    void starting_ranks(double now, int count);
    void rank_started(int rank);
    /// Some of the ranks could not be started.
    Decisions ranks_not_started(double now, const Error& error);
    /// Decision remove_ranks is carried out.
    Decisions ranks_removed(double now);
    /// Something was received from the rank; heard() follows where it is an event.
    void sign_of_life(double now, int rank);
    Decisions heard(double now, int rank, const event::Event& event);
    void disconnected(double now, int rank);
    /// The process ended and everything that it sent has been heard. `out_of_memory`: the kernel has killed a
    /// process of the control group for memory since the start.
    Decisions rank_ended(double now, int rank, ProcessEnd end, bool out_of_memory);
    Decisions signal_arrived(double now, int number, SignalMeaning meaning);
    std::pair<event::Reply, Decisions> command_arrived(double now, event::Command command);
    /// The run cannot continue, for a reason that no rank reports.
    Decisions failed(double now, const Error& error);
    Decisions gpu_lost(double now, const std::string& name);
    /// Nothing happened; several times a second.
    Decisions tick(double now);

    RunState state() const { return control_.state(); }
    const std::vector<RankStatus>& ranks() const { return ranks_; }
    bool is_ready() const { return control_.is_ready(); }
    /// Between remove_ranks and ranks_removed().
    bool is_restarting() const { return restarting_; }
    /// Whether SLURM is to start the job again.
    bool wants_requeue() const { return control_.wants_requeue(); }
    /// exit.json's record of a run that is at its end. `xids`: what the kernel's log says of its GPUs.
    event::ExitRecord outcome(const std::vector<std::string>& xids = {}) const;

private:
    /// The time during which this supervisor ran.
    double clock(double now);
    Decisions decided();
    void rank_failed(double now);
    /// A rank is lost, or SIGKILL is out.
    bool is_ending() const;
    void check_ready(double now);
    void check_deadlines(double now);
    void check_all_gone(double now);
    void judge_end(double now, const RankStatus& rank, bool out_of_memory);
    bool restart_for_port(const event::Event& event);
    /// A stop is under way before the ranks have met: some of them will end, and the others never train. They
    /// are killed in a moment, unless one trains after all.
    void cancel_start(double until);
    bool is_well(const RankStatus& rank) const;

    const Settings settings_;
    const HangDetector detector_;
    RunControl control_;
    Verdict verdict_;
    Milestones milestones_;
    std::vector<RankStatus> ranks_;
    double last_fact_ = 0, clock_ = 0;
    std::int64_t stopping_at_ = 0; ///< the highest step when the stop was requested
    bool warned_of_grace_ = false, restarting_ = false;
    std::optional<double> cancelled_until_; ///< a stop came before the ranks met: when they are killed
    int port_tries_ = 0;
};

} // namespace tunedesk::run
