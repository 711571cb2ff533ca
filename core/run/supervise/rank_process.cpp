// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/supervise/rank_process.h"

#include "base/error.h"
#include "run/programs.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tunedesk::run {

namespace {

constexpr int child_poll_ms = 100;
constexpr int child_end_ms = 5000;

/// Null-terminated, for execve(); points into `texts`.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

std::vector<std::string> rank_environment(const RankLaunch& launch) {
    const auto text = [](const std::string& value) { return QString::fromStdString(value); };
    QProcessEnvironment environment = worker_environment();
    for (const auto& [name, value] : launch.environment)
        environment.insert(text(name), text(value));
    std::vector<std::string> entries;
    for (const QString& entry : environment.toStringList())
        entries.push_back(entry.toStdString());
    return entries;
}

FileDescriptor open_rank_log(const fs::path& path) {
    FileDescriptor log(
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600));
    struct stat status {};
    if (!log || ::fstat(log.get(), &status) != 0 || !S_ISREG(status.st_mode))
        throw Error(ErrorId::rank_log_not_written,
                    {log ? std::string("not a regular file") : errno_text(errno)}, path.string());
    ::fcntl(log.get(), F_SETFL, O_APPEND); // the rank's writes wait
    return log;
}

struct Child {
    pid_t parent;
    int in, log, failure;
    const char* program;
    char* const* arguments;
    char* const* environment;
    const std::vector<int>& inherited;
};

/// Runs in the child between fork and exec: only async-signal-safe calls.
[[noreturn]] void become(const Child& child) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    // The parent may have died before prctl: the signal would then never be sent.
    if (::getppid() != child.parent) ::_exit(1);
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGPIPE})
        ::signal(number, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int descriptor : child.inherited)
        ::fcntl(descriptor, F_SETFD, 0);
    if (::dup2(child.in, STDIN_FILENO) >= 0 && ::dup2(child.log, STDOUT_FILENO) >= 0 &&
        ::dup2(child.log, STDERR_FILENO) >= 0)
        ::execve(child.program, child.arguments, child.environment);
    const int reason = errno;
    [[maybe_unused]] const ssize_t written = ::write(child.failure, &reason, sizeof reason);
    ::_exit(127);
}

} // namespace

RankProcess::RankProcess() {
    QObject::connect(&poll_, &QTimer::timeout, &poll_, [this] { look(); });
}

RankProcess::~RankProcess() {
    on_end = nullptr;
    if (!running_) return;
    kill_group();
    pollfd polled{pidfd_.get(), POLLIN, 0};
    if (pidfd_) ::poll(&polled, 1, child_end_ms);
    for (int waited = 0; !reap() && waited < child_end_ms; waited += child_poll_ms)
        ::usleep(child_poll_ms * 1000);
}

void RankProcess::start(const RankLaunch& launch) {
    const auto fail = [&](int reason) {
        return Error(ErrorId::worker_not_executable, {errno_text(reason)}, launch.program.string());
    };
    const FileDescriptor log = open_rank_log(launch.log), in(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    int ends[2];
    if (!in || ::pipe2(ends, O_CLOEXEC) != 0) throw fail(errno);
    const FileDescriptor failure(ends[0]);
    FileDescriptor reported(ends[1]);
    std::vector<std::string> arguments{launch.program.string()}, environment = rank_environment(launch);
    arguments.insert(arguments.end(), launch.arguments.begin(), launch.arguments.end());
    const std::vector<char*> words = pointers_to(arguments), variables = pointers_to(environment);
    const Child child{::getpid(),           in.get(),     log.get(),        reported.get(),
                      arguments[0].c_str(), words.data(), variables.data(), launch.inherited};
    const pid_t pid = ::fork();
    if (pid < 0) throw fail(errno);
    if (pid == 0) become(child);
    ::setpgid(pid, pid); // also in the parent: the group must exist before signals are sent to it
    reported.reset();
    int reason = 0;
    ssize_t read = 0;
    while ((read = ::read(failure.get(), &reason, sizeof reason)) < 0 && errno == EINTR) {
    }
    if (read == sizeof reason) {
        ::waitpid(pid, nullptr, 0);
        throw fail(reason);
    }
    pid_ = pid;
    running_ = true;
    pidfd_ = FileDescriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    if (!pidfd_) return poll_.start(child_poll_ms);
    ::fcntl(pidfd_.get(), F_SETFD, FD_CLOEXEC);
    ended_ = std::make_unique<QSocketNotifier>(pidfd_.get(), QSocketNotifier::Read);
    QObject::connect(ended_.get(), &QSocketNotifier::activated, ended_.get(), [this] { look(); });
}

std::optional<ProcessEnd> RankProcess::reap() {
    siginfo_t info{};
    const auto id = static_cast<id_t>(pid_);
    if (!running_ || ::waitid(P_PID, id, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0)
        return std::nullopt;
    kill_group();
    ::waitid(P_PID, id, &info, WEXITED | WNOHANG);
    running_ = false;
    if (info.si_code == CLD_EXITED) return ProcessEnd{info.si_status, 0};
    return ProcessEnd{0, info.si_status};
}

void RankProcess::look() {
    const std::optional<ProcessEnd> end = reap();
    if (!end) return;
    poll_.stop();
    if (ended_) ended_->setEnabled(false); // not deleted: this runs in its callback
    if (on_end) on_end(*end);
}

bool RankProcess::is_asleep() const {
    std::ifstream file("/proc/" + std::to_string(pid_) + "/stat");
    std::string stat;
    std::getline(file, stat);
    const std::size_t name_end = stat.rfind(") ");
    return name_end != std::string::npos && stat.compare(name_end + 2, 1, "S") == 0;
}

void RankProcess::signal(int number) {
    if (running_) ::kill(pid_, number);
}

void RankProcess::kill_group() {
    if (running_) ::kill(-pid_, SIGKILL);
}

} // namespace tunedesk::run
