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

/// The run that a supervisor starts. The folder must exist, and with `resume` contain preset.yaml.
struct Launch {
    event::RunFolder folder;
    Preset preset;
    fs::path worker;     ///< the program of a rank
    bool resume = false; ///< continue from the last checkpoint
    bool allow_change = false;
    bool writes_preset = false; ///< with `resume`: preset.yaml becomes `preset`
    /// Whether an owner of the folder on another machine is made to give it up.
    event::RunLock::TakeOver take_over = event::RunLock::TakeOver::no;
    bool claims_devices = true; ///< keep queued runs from its devices; false if the caller does
    RunGroup group = {};        ///< the group it is registered in
    /// CUDA_VISIBLE_DEVICES of the ranks; std::nullopt: as in this process.
    std::optional<std::string> visible_devices = {};
    /// Descriptors of the caller's claims, which the ranks inherit, so that the devices stay claimed until
    /// the ranks end even if the caller is killed.
    std::vector<int> claim_descriptors = {};
    std::vector<std::string> notes = {}; ///< sentences for the run's log, about how it came to be
    parallel::World task = {};           ///< this task among those of a launcher, see TaskRanks
    bool collects = false; ///< rank 0 collects files through the store from nodes that do not see the folder
    std::optional<Pruning> pruning = {}; ///< stop the run if it is worse than its group
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

    /// The seq of the first event of this start; a viewer that begins here sees no earlier events.
    std::uint64_t first_seq() const;

    /// Called once when every rank has sent Hello.
    std::function<void()> on_ready;

    /// Runs Qt's event loop until no process is left; writes exit.json and returns its record, also on
    /// success. SIGINT and SIGTERM stop the run (a second one ends it at once), SIGUSR1 stops it and asks
    /// SLURM to requeue the job, SIGHUP is only noted.
    event::ExitRecord run();

    /// Whether a command or a signal has stopped the run.
    bool was_stopped() const;
    /// The run's GPUs as last read; empty on the CPU.
    std::vector<Gpu> gpus() const;
    /// After run(): whether a signal requested a stop, even if too late for this run.
    bool stop_asked() const;
    /// After run(): from now on, until this object is destroyed or for good, signals no longer affect the
    /// process, except that a second stop signal ends it at once with `code`. See
    /// Signals::settle_exit_code().
    void settle_exit_code(int code, Signals::Settled settled);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace tunedesk::run
