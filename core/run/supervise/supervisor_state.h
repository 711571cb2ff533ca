// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Internal to Supervisor, shared by its source files: supervisor.cpp (carries out decisions), ranks.cpp
// (collects facts), ending.cpp (ends the run).

#include "event/folder/run_folder_guard.h"
#include "event/folder/run_lock.h"
#include "run/devices/supervised_devices.h"
#include "run/policy/supervision_policy.h"
#include "run/supervise/collective_watch.h"
#include "run/supervise/loop_watch.h"
#include "run/supervise/rank_group.h"
#include "run/supervise/run_publisher.h"
#include "run/supervise/signals.h"
#include "run/supervise/sleep_inhibitor.h"
#include "run/supervise/supervisor.h"
#include "run/supervise/supervisor_socket.h"
#include "run/supervise/viewer_hub.h"

#include <QEventLoop>
#include <QTimer>
#include <memory>
#include <optional>

namespace tunedesk::run {

struct Supervisor::State {
    State(Supervisor& supervisor, Launch what);
    ~State();

    // supervisor.cpp
    event::ExitRecord run();
    void start_ranks();
    /// `reported`: the event of a rank that led to the decisions.
    void perform(const Decisions& decisions, event::Event* reported = nullptr);
    void perform(const Decision& decision, event::Event* reported);
    void announce(RunState entered);
    void diagnose_failure();
    void read_settings();

    // ranks.cpp
    void tick();
    void check_folder(); ///< checks that the folder still exists and belongs to this supervisor
    void check_calls(double now);
    void check_devices(double now);
    void report_devices(double now);
    void welcome_rank(std::unique_ptr<Connection> connection, const Json& hello, const std::string& payload);
    void hear(int rank, const std::string& payload);
    void rank_disconnected(int rank, const std::string& reason);
    void rank_ended(int rank, ProcessEnd end);
    void hear_relayed(const Json& message); ///< about another task's rank, relayed by rank 0
    void end_remote_ranks(ProcessEnd end);
    event::Reply carry_out(event::Command command);

    // ending.cpp
    event::ExitRecord conclude();
    void write_end(const event::ExitRecord& record);

    Supervisor& owner;
    Launch launch;
    Signals signals; ///< made before the folder is written: an early stop leaves no partial run
    event::RunLock lock;
    event::FolderIdentity identity;
    bool begun;
    RunPublisher publisher;
    ViewerHub hub;
    SupervisedDevices devices;
    UserSettings settings;
    SleepInhibitor awake;
    RankGroup ranks;
    SupervisionPolicy policy;
    CollectiveWatch calls;
    std::optional<GroupPruner> pruner; ///< of a run that may be pruned
    SupervisorSocket socket;
    std::optional<std::uint64_t> oom_kills_before;

    bool over = false; ///< no process is left
    QEventLoop loop;
    QTimer ticker;
    std::optional<LoopWatch> watch; ///< while it runs
};

} // namespace tunedesk::run
