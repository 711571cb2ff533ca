#include "run/rank_process.h"

#include "base/error.h"
#include "run/programs.h"

#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <sys/prctl.h>
#include <unistd.h>

namespace tunedesk::run {

namespace {

/// In the child between fork and exec: only async-signal-safe calls.
void prepare_child(pid_t parent, const std::vector<int>& inherited) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    // The parent may have died before prctl: then nobody would send the signal.
    if (::getppid() != parent) ::_exit(1);
    for (const int descriptor : inherited)
        ::fcntl(descriptor, F_SETFD, 0);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGPIPE})
        ::signal(number, SIG_DFL);
}

} // namespace

RankProcess::RankProcess() : process_(std::make_unique<QProcess>()) {
    QObject::connect(process_.get(), &QProcess::finished, [this](int code, QProcess::ExitStatus status) {
        const bool crashed = status == QProcess::CrashExit; // then Qt's code is the signal
        if (on_end) on_end({crashed ? 0 : code, crashed ? code : 0});
    });
}

RankProcess::~RankProcess() {
    on_end = nullptr;
    if (pid_ > 0) kill_group();
    if (is_running()) process_->waitForFinished(5000);
}

void RankProcess::start(const RankLaunch& launch) {
    const auto text = [](const std::string& value) { return QString::fromStdString(value); };
    QProcessEnvironment environment = worker_environment();
    for (const auto& [name, value] : launch.environment)
        environment.insert(text(name), text(value));
    QStringList arguments;
    for (const std::string& argument : launch.arguments)
        arguments << text(argument);
    process_->setProcessEnvironment(environment);
    process_->setProcessChannelMode(QProcess::MergedChannels);
    process_->setStandardInputFile(QProcess::nullDevice());
    process_->setStandardOutputFile(text(launch.log.string()), QIODevice::Append);
    process_->setChildProcessModifier(
        [parent = ::getpid(), inherited = launch.inherited] { prepare_child(parent, inherited); });
    process_->start(text(launch.program.string()), arguments);
    if (!process_->waitForStarted(30'000))
        throw Error(7014, "cannot start a worker: " + process_->errorString().toStdString(),
                    launch.program.string(), "install tunedesk-worker beside tunedesk");
    pid_ = static_cast<int>(process_->processId());
}

bool RankProcess::is_asleep() const {
    std::ifstream file("/proc/" + std::to_string(pid_) + "/stat");
    std::string stat;
    std::getline(file, stat);
    const std::size_t name_end = stat.rfind(") ");
    return name_end != std::string::npos && stat.compare(name_end + 2, 1, "S") == 0;
}

void RankProcess::signal(int number) {
    if (is_running()) ::kill(pid_, number);
}

void RankProcess::kill_group() {
    if (pid_ <= 0) return;
    if (is_running()) ::kill(pid_, SIGKILL); // in case the child has not made its group yet
    ::kill(-pid_, SIGKILL);
}

} // namespace tunedesk::run
