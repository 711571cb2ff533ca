// How a supervisor's run ends: exit.json, and who is notified.

#include "base/error.h"
#include "run/supervise/supervisor_state.h"

#include <QProcess>
#include <QProcessEnvironment>
#include <cstdlib>
#include <fmt/format.h>

namespace tunedesk::run {

namespace {

/// In a process of its own: the supervisor does not wait for it. Whether it could be started.
bool notify(const std::string& shell_command, const event::RunFolder& folder, const std::string& name,
            const event::ExitRecord& record) {
    if (shell_command.empty()) return true;
    const auto text = [](const std::string& value) { return QString::fromStdString(value); };
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("TUNEDESK_RUN", text(folder.root.string()));
    environment.insert("TUNEDESK_NAME", text(name));
    environment.insert("TUNEDESK_CODE", QString::number(record.code));
    environment.insert("TUNEDESK_LINE", text(record.line));
    QProcess command;
    command.setProgram("/bin/sh");
    command.setArguments({"-c", text(shell_command)});
    command.setProcessEnvironment(environment);
    const QString output = text((folder.root / "logs" / "notify.log").string());
    command.setStandardInputFile(QProcess::nullDevice());
    command.setStandardOutputFile(output, QIODevice::Append);
    command.setStandardErrorFile(output, QIODevice::Append);
    return command.startDetached();
}

/// What failed, or "".
std::string requeue_in_slurm(const char* job) {
    QProcess scontrol;
    scontrol.start("scontrol", {"requeue", job});
    const bool ended = scontrol.waitForFinished(30'000);
    if (ended && scontrol.exitStatus() == QProcess::NormalExit && scontrol.exitCode() == 0) return {};
    return fmt::format("scontrol requeue {} failed: {} {}", job, scontrol.errorString().toStdString(),
                       scontrol.readAllStandardError().toStdString());
}

} // namespace

event::ExitRecord Supervisor::State::conclude() {
    ticker.stop();
    ranks.kill(); // what workers may have left in their groups
    const bool failed = policy.state() == RunState::failed;
    event::ExitRecord record = policy.outcome(failed ? devices.gpus().xids() : std::vector<std::string>());
    if (record.code == 0) {
        try {
            identity.require_same();
        } catch (const Error& error) {
            record = event::exit_record(error);
        }
    }
    // A viewer that hears the end may look for exit.json at once. The listener's descriptor goes first: there
    // may be none left.
    socket.stop_listening();
    if (!lock.is_lost()) write_end(record);
    const char* job = std::getenv("SLURM_JOB_ID");
    if (policy.control().wants_requeue() && job && record.code == static_cast<int>(ExitCode::stopped)) {
        const std::string failure = requeue_in_slurm(job);
        publisher.log(failure.empty() ? "info" : "error",
                      failure.empty() ? fmt::format("asked SLURM to requeue job {}", job) : failure);
    }
    if (!notify(settings.notify_command, launch.folder, launch.preset.name, record))
        publisher.log("warning", "notify_command could not be started");
    hub.finish(0.5);
    socket.drop_pending();
    return record;
}

void Supervisor::State::write_end(const event::ExitRecord& record) {
    publisher.sync();
    try {
        event::write_exit(launch.folder, record);
    } catch (const Error& error) {
        publisher.log("error", error.line());
    }
}

} // namespace tunedesk::run
