// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "run/policy/process_end.h"

#include <QSocketNotifier>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tunedesk::run {

/// Program, arguments and environment of a rank's process.
struct RankLaunch {
    fs::path program;
    std::vector<std::string> arguments;
    std::vector<std::pair<std::string, std::string>> environment; ///< added to worker_environment()
    fs::path log;                                                 ///< its stdout and stderr, appended
    std::vector<int> inherited = {};                              ///< descriptors that the process inherits
};

/// One worker process in a process group of its own. It gets SIGKILL when this process dies, so start() must
/// be called on a thread that lives as long as the run (PR_SET_PDEATHSIG follows the thread). When it ends,
/// the rest of its group is killed before the process is reaped, because until then the kernel does not reuse
/// its pid, which is the group's id.
class RankProcess {
public:
    RankProcess();
    ~RankProcess(); ///< kills the group
    RankProcess(const RankProcess&) = delete;
    RankProcess& operator=(const RankProcess&) = delete;

    std::function<void(ProcessEnd)> on_end; ///< once, from the event loop

    /// Throws Error 7057 if the program cannot be started, 5060 if its log cannot be written.
    void start(const RankLaunch& launch);
    /// Sends a signal to the process, not to its group; does nothing after its end.
    void signal(int number);
    /// Sends SIGKILL to its group; does nothing after the process, and with it the group, has ended.
    void kill_group();
    int pid() const { return pid_; }
    /// Whether /proc reports an interruptible sleep (S): not running, not stopped, not waiting for a disk.
    bool is_asleep() const;
    bool is_running() const { return running_; }

private:
    /// Reaps the process; std::nullopt while it runs.
    std::optional<ProcessEnd> reap();
    void look();

    FileDescriptor pidfd_;
    std::unique_ptr<QSocketNotifier> ended_;
    QTimer poll_; ///< used instead of ended_ on a kernel without pidfd_open
    int pid_ = 0;
    bool running_ = false;
};

} // namespace tunedesk::run
