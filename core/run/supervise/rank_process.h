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

/// What a rank's process is started with.
struct RankLaunch {
    fs::path program;
    std::vector<std::string> arguments;
    std::vector<std::pair<std::string, std::string>> environment; ///< added to worker_environment()
    fs::path log;                                                 ///< its stdout and stderr, appended
    std::vector<int> inherited = {};                              ///< descriptors that stay open in it
};

/// One worker process in a process group of its own. It gets SIGKILL when this process dies, so start() must
/// be called on a thread that lives as long as the run (PR_SET_PDEATHSIG follows the thread). When it ends,
/// what it has left in its group is killed before it is reaped: until then the kernel gives its number, which
/// is the group's too, to no other process.
class RankProcess {
public:
    RankProcess();
    ~RankProcess(); ///< kills the group
    RankProcess(const RankProcess&) = delete;
    RankProcess& operator=(const RankProcess&) = delete;

    std::function<void(ProcessEnd)> on_end; ///< once, from the event loop

    /// Throws Error 7057 if the program cannot be started, 5060 if its log cannot be written.
    void start(const RankLaunch& launch);
    /// To the process alone; nothing where it has ended.
    void signal(int number);
    /// SIGKILL to everything in its group; nothing where the process has ended, and the group with it.
    void kill_group();
    int pid() const { return pid_; }
    /// Whether it waits for something, by /proc: it neither computes nor is stopped.
    bool is_asleep() const;
    bool is_running() const { return running_; }

private:
    /// Nothing while it runs.
    std::optional<ProcessEnd> reap();
    void look();

    FileDescriptor pidfd_;
    std::unique_ptr<QSocketNotifier> ended_;
    QTimer poll_; ///< instead, on a kernel without pidfd_open
    int pid_ = 0;
    bool running_ = false;
};

} // namespace tunedesk::run
