// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/gpu/nvml.h"
#include "event/event.h"
#include "event/folder/run_folder.h"
#include "event/folder/run_lock.h"
#include "event/socket/frame.h"
#include "parallel/world.h"
#include "preset/preset.h"
#include "run/folder/prepare.h"
#include "run/queue/pruning.h"
#include "run/supervise/signals.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::run {

/// What a supervisor is to run. The folder exists; with `resume` it holds preset.yaml.
struct Launch {
    event::RunFolder folder;
    Preset preset;
    fs::path worker;     ///< the program of a rank
    bool resume = false; ///< go on from the last checkpoint
    bool allow_change = false;
    bool writes_preset = false; ///< with `resume`: preset.yaml becomes `preset`
    /// Make an owner of the folder on another machine give it up.
    event::RunLock::TakeOver take_over = event::RunLock::TakeOver::no;
    bool claims_devices = true; ///< keep queued runs from its devices; false if the caller does
    RunGroup group = {};        ///< the group it is registered in
    /// CUDA_VISIBLE_DEVICES of the ranks; none: as this process has it.
    std::optional<std::string> visible_devices = {};
    /// The caller's claims, which the ranks inherit: where the caller is killed, its devices are free only
    /// when the ranks have ended.
    std::vector<int> claim_descriptors = {};
    std::vector<std::string> notes = {}; ///< sentences for the run's log, about how it came to be
    parallel::World task = {};           ///< of a launcher's several tasks: this one, see TaskRanks
    bool collects =
        false; ///< ranks of nodes that do not see the folder have their files go through the store
    std::optional<Pruning> pruning = {}; ///< the run is stopped where its group leaves it behind
};

/// Runs one training: starts a process per rank, records their events, serves viewers on the run's socket,
/// carries out stop, pause, continue, checkpoint and kill, notices ranks that die or hang, and leaves no
/// process behind. Lifetime: one run. Thread rule: everything on the thread of the QCoreApplication, which
/// must live as long as the run (the ranks die with it).
class Supervisor {
public:
    /// Locks the folder and listens on its socket. Throws Error 6011 if another process supervises it, 6024
    /// if a fixed rendezvous port is taken, 2011 if a new run meets an old one, 5xxx if the folder cannot be
    /// written.
    explicit Supervisor(Launch launch);
    ~Supervisor();

    /// The seq of the first event of this start: from here on a viewer sees nothing of earlier ones.
    std::uint64_t first_seq() const;

    /// Called once when every rank has sent Hello.
    std::function<void()> on_ready;

    /// Runs Qt's event loop until no process is left; writes and returns exit.json's record, success
    /// included. SIGINT and SIGTERM stop the run (twice: end it at once), SIGUSR1 stops it and asks SLURM to
    /// requeue the job, SIGHUP is only noted.
    event::ExitRecord run();

    /// Whether a command or a signal has stopped the run.
    bool was_stopped() const;
    /// The run's GPUs as last read; empty on the CPU.
    std::vector<Gpu> gpus() const;
    /// After run(): whether a signal has asked for a stop, be it too late for this run.
    bool stop_asked() const;
    /// After run(): until this object's end, or for good, signals no longer change how the process ends; but
    /// a second stop ends it at once, with `code`. See Signals::settle_exit_code().
    void settle_exit_code(int code, Signals::Settled settled);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace tunedesk::run
