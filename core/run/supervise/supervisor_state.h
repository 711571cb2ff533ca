#pragma once

// Inside of Supervisor, shared by its source files: supervisor.cpp (what the policy decides), ranks.cpp (the
// facts that it decides from), ending.cpp (the end).

#include "event/folder/run_folder_guard.h"
#include "event/folder/run_lock.h"
#include "event/journal/recorder.h"
#include "run/devices/supervised_devices.h"
#include "run/policy/journal_filter.h"
#include "run/policy/supervision_policy.h"
#include "run/supervise/connection.h"
#include "run/supervise/loop_watch.h"
#include "run/supervise/rank_process.h"
#include "run/supervise/signals.h"
#include "run/supervise/sleep_inhibitor.h"
#include "run/supervise/supervisor.h"
#include "run/supervise/supervisor_socket.h"
#include "run/supervise/viewer_hub.h"

#include <QEventLoop>
#include <QTimer>
#include <vector>

namespace tunedesk::run {

struct Supervisor::State {
    struct Rank {
        int index = 0;
        RankProcess process;
        std::unique_ptr<Connection> connection;
    };

    State(Supervisor& owner, Launch what);
    ~State();

    // supervisor.cpp
    event::ExitRecord run();
    void start_ranks();
    /// `reported`: the event of a rank that led to the decisions.
    void perform(const Decisions& decisions, event::Event* reported = nullptr);
    void perform(const Decision& decision, event::Event* reported);
    void announce(RunState state);
    void send_to_rank0(event::Command command);
    void kill_all();
    void publish(event::Event event, bool journal);
    void log(const std::string& level, const std::string& text, std::string_view warning = {});
    void read_settings();

    // ranks.cpp
    void tick();
    void check_folder(); ///< that it is still there, and this supervisor's
    void check_devices(double now);
    void report_devices(double now);
    void welcome_rank(std::unique_ptr<Connection> connection, const Json& hello, const std::string& payload);
    void hear(Rank& rank, const std::string& payload);
    void rank_ended(Rank& rank, ProcessEnd end);
    event::Reply carry_out(event::Command command);

    // ending.cpp
    event::ExitRecord conclude();
    void write_end(const event::ExitRecord& record);

    Supervisor& owner;
    Launch launch;
    Signals signals; ///< before the folder is touched: a stop finds a run, or none of its traces
    event::RunLock lock;
    event::FolderIdentity identity;
    bool begun;
    event::Recorder recorder;
    JournalFilter journal_filter;
    ViewerHub hub;
    SupervisedDevices devices;
    UserSettings settings;
    SleepInhibitor awake;
    std::string token;
    std::uint64_t first_seq = 1;
    std::vector<std::unique_ptr<Rank>> ranks;
    SupervisionPolicy policy;
    SupervisorSocket socket;
    std::optional<std::uint64_t> oom_kills_before;

    bool over = false; ///< no process is left
    QEventLoop loop;
    QTimer ticker;
    std::optional<LoopWatch> watch; ///< while it runs
};

} // namespace tunedesk::run
