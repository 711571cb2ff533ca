#pragma once

// Inside of Supervisor, shared by its source files: supervisor.cpp (states, timers), supervised_devices.cpp
// (devices), ending.cpp (the end), ranks.cpp (what ranks say and how they end), door.cpp (the socket).

#include "event/recorder.h"
#include "event/run_folder_guard.h"
#include "event/run_lock.h"
#include "run/connection.h"
#include "run/device_claims.h"
#include "run/device_report.h"
#include "run/gpu_watch.h"
#include "run/loop_watch.h"
#include "run/rank_process.h"
#include "run/run_state.h"
#include "run/signals.h"
#include "run/sleep_inhibitor.h"
#include "run/supervisor.h"
#include "run/verdict.h"
#include "run/viewer_hub.h"

#include <QEventLoop>
#include <QTimer>
#include <list>
#include <map>
#include <vector>

class QSocketNotifier;

namespace tunedesk::run {

struct Supervisor::State {
    struct Rank {
        int index = 0;
        RankProcess process;
        std::unique_ptr<Connection> connection;
        std::optional<ProcessEnd> end;
        bool said_hello = false, said_failed = false;
        double started = 0, last_heard = 0; ///< monotonic
        double last_worked = 0;             ///< when it last said more than that it waits
        std::string waits_for;              ///< "ranks", "disk", or "" where it works
        std::optional<double> lost_at;      ///< when the connection went while the process lived
        std::string phase = "start", collective;
        std::int64_t step = 0;
        std::uint64_t gpu_allocated_bytes = 0; ///< as it said last

        std::string where() const;
    };

    State(Supervisor& owner, Launch what);
    ~State();

    // supervisor.cpp
    event::ExitRecord run();
    void start_ranks();
    void restart_on_another_port();
    bool apply(RunEvent event);
    void enter(RunState entered);
    std::pair<bool, std::string> carry_out(event::Command command);
    void signal_arrived(int number, SignalMeaning meaning);
    void tick();
    void check_folder(); ///< that it is still there, and this supervisor's
    void check_ranks(double now);
    void check_work(double now);
    bool is_finishing(double now) const;
    void check_deadlines(double now);
    void tell_rank0(event::Command command);
    void signal_all(int number);
    void kill_all();
    void read_settings();

    // supervised_devices.cpp
    void check_gpus();
    void tell_devices(double now);
    void claim_devices(double now);

    // ending.cpp
    void check_all_gone();
    event::ExitRecord conclude();
    void write_end(const event::ExitRecord& record);
    void notify(const event::ExitRecord& record);
    void requeue_in_slurm();
    std::string kept() const;

    // ranks.cpp
    void hear(Rank& rank, const std::string& payload);
    void note(Rank& rank, event::Event& event);
    void rank_ended(Rank& rank, ProcessEnd end);
    void judge(Rank& rank);
    /// Where a rank stands, and where the others do that live.
    std::string where_of(const Rank& rank) const;
    /// Who holds up the others, of the ranks not heard since then: those that wait for it in a collective
    /// sleep, and fall silent with it.
    const Rank& most_suspect(double silent_since) const;
    bool is_journalled(const event::Event& event);
    void publish(event::Event event, bool journal);
    void log(const std::string& level, const std::string& text, std::string_view warning = {});

    // door.cpp
    void open_door();
    void close_door();
    void hear_newcomers(); ///< reads what those at the door have said already
    void accept_all();
    void meet(FileDescriptor fd);
    void welcome(Connection* newcomer, const std::string& payload);
    void welcome_rank(std::unique_ptr<Connection> connection, const Json& hello, const std::string& payload);
    void log_client(const std::string& text);

    Supervisor& owner;
    Launch launch;
    event::RunLock lock;
    event::FolderIdentity identity;
    bool begun;
    event::Recorder recorder;
    ViewerHub hub;
    Verdict verdict;
    GpuWatch gpus;
    DeviceClaims claims;
    UserSettings settings;
    SleepInhibitor awake;
    double claims_tried = 0;
    double began = 0, devices_told = 0;
    std::optional<HostFigures> host;
    std::string token;
    std::uint64_t first_seq = 1;
    std::vector<std::unique_ptr<Rank>> ranks;
    RunState now_in = RunState::starting;
    double entered_at = 0, last_tick = 0;
    std::int64_t stopping_at = 0; ///< rank 0's step when the stop was asked for
    bool warned_of_grace = false;
    std::optional<double> first_end;
    std::optional<std::uint64_t> oom_kills_before;

    // What became known on the way.
    bool ready = false, started_training = false, finished = false;
    bool term_sent = false, kill_sent = false, requeue = false, restarting = false;
    int forced_by = 0, port_tries = 0;
    std::optional<std::int64_t> checkpoint_step, metrics_step;
    std::string progress_phase;
    double progress_journalled = 0;

    // The socket.
    FileDescriptor listening;
    std::unique_ptr<QSocketNotifier> knocks;
    std::list<std::unique_ptr<Connection>> newcomers;
    std::shared_ptr<bool> alive = std::make_shared<bool>(true);
    double log_window = 0;
    int logged_clients = 0;

    QEventLoop loop;
    QTimer ticker;
    std::optional<LoopWatch> watch; ///< while it runs
};

} // namespace tunedesk::run
