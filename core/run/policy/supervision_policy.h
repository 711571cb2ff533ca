// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"
#include "preset/preset.h"
#include "run/policy/end_judge.h"
#include "run/policy/hang_detector.h"
#include "run/policy/port_retries.h"
#include "run/policy/run_control.h"
#include "run/policy/run_facts.h"
#include "run/policy/stop_deadlines.h"
#include "run/policy/supervisor_clock.h"

#include <functional>
#include <string>
#include <vector>

namespace tunedesk::run {

/// The logic of supervision without processes, sockets, timers and files: takes facts with their times and
/// returns decisions. Its parts: RunFacts stores the facts, RunControl has the run's state, HangDetector
/// finds ranks that hang, EndJudge judges the ends of ranks, StopDeadlines ends ranks that take too long,
/// PortRetries restarts them, outcome_of() makes the exit record. supervisor.cpp carries the decisions out;
/// tests simulate ranks. Pure: the same facts give the same decisions. Times are monotonic seconds and never
/// go back. Lifetime: one run. Thread rule: one thread.
class SupervisionPolicy {
public:
    struct Settings {
        Preset::Supervision limits;
        event::RunFolder folder;
        bool resumed = false;
        bool may_change_port = true; ///< the preset leaves the rendezvous port open
        std::function<bool(int rank)> is_asleep = [](int) { return false; }; ///< see HangDetector
    };
    explicit SupervisionPolicy(const Settings& settings);

    // Facts, in the order in which they became known.
    Decisions began(double now);
    /// `count` ranks are about to be started.
    void starting_ranks(double now, int count);
    /// `is_remote`: by another task; the rank ends with its connection, or with rank 0.
    void rank_started(int index, bool is_remote);
    /// Some of the ranks could not be started.
    Decisions ranks_not_started(double now, const Error& error);
    /// The decision remove_ranks was carried out.
    Decisions ranks_removed(double now);
    /// Something was received from the rank; heard() follows where it is an event.
    void sign_of_life(double now, int index);
    Decisions heard(double now, int index, const event::Event& event);
    void disconnected(double now, int index);
    /// The process ended and everything that it sent has been heard. `out_of_memory`: the kernel has killed a
    /// process of the control group for memory since the start.
    Decisions rank_ended(double now, int index, ProcessEnd end, bool out_of_memory);
    Decisions signal_arrived(double now, int number, SignalMeaning meaning);
    /// `reason`: of a stop that the user did not request, for the exit record; else empty.
    std::pair<event::Reply, Decisions> command_arrived(double now, event::Command command,
                                                       const std::string& reason);
    /// The run cannot continue, for a reason that no rank reports.
    Decisions failed(double now, const Error& error);
    Decisions gpu_lost(double now, const std::string& name);
    /// The diagnosis, from the ranks' flight records, of the failure just announced.
    void diagnosed(const event::Diagnosis& diagnosis) { facts_.diagnosis = diagnosis; }
    /// Checks deadlines. Call several times a second.
    Decisions tick(double now);

    RunState state() const { return control_.state(); }
    const std::vector<RankStatus>& ranks() const { return facts_.ranks; }
    /// The run's state machine: whether all ranks are ready, whether SLURM is to start the job again.
    const RunControl& control() const { return control_; }
    /// True between the decision remove_ranks and ranks_removed().
    bool is_restarting() const { return retries_.is_restarting(); }
    /// The record for exit.json of a run that has ended. `xids`: the kernel log's lines about its GPUs.
    event::ExitRecord outcome(const std::vector<std::string>& xids) const;

private:
    double advance(double now) { return clock_.advance(now, control_); }
    Decisions decided();
    EndJudge judge() const;
    void check_all_gone(double now);

    const HangDetector detector_;
    SupervisorClock clock_;
    RunControl control_;
    RunFacts facts_;
    PortRetries retries_;
    StopDeadlines deadlines_;
};

} // namespace tunedesk::run
