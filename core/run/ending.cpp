// How a supervisor's run ends: what it comes to, exit.json, and who is told.

#include "base/error.h"
#include "run/supervisor_state.h"

#include <QProcessEnvironment>
#include <csignal>
#include <cstdlib>
#include <fmt/format.h>

namespace tunedesk::run {

void Supervisor::State::check_all_gone() {
    const auto lives = [](const auto& rank) { return !rank->end && rank->process.pid() > 0; };
    if (std::any_of(ranks.begin(), ranks.end(), lives)) return;
    bool all_done = finished, all_well = true;
    for (const auto& rank : ranks) {
        const ProcessEnd end = rank->end.value_or(ProcessEnd{1, 0});
        const bool stopped = (end.code == static_cast<int>(ExitCode::stopped) && end.signal == 0) ||
                             (term_sent && end.signal == SIGTERM);
        all_done = all_done && end.code == 0 && end.signal == 0;
        all_well = all_well && (stopped || (end.code == 0 && end.signal == 0));
    }
    apply(all_done   ? RunEvent::all_gone_done
          : all_well ? RunEvent::all_gone_stopped
                     : RunEvent::all_gone_failed);
    loop.quit();
}

std::string Supervisor::State::kept() const {
    std::string text = checkpoint_step ? fmt::format("checkpoint of step {}", *checkpoint_step)
                       : launch.resume ? "the last committed checkpoint, if there was one"
                                       : "no checkpoint yet";
    if (metrics_step) text += fmt::format(", metrics to step {}", *metrics_step);
    return text;
}

event::ExitRecord Supervisor::State::conclude() {
    ticker.stop();
    kill_all(); // what workers may have left in their groups
    const std::string again = "tunedesk --no-gui resume " + launch.folder.root.string();
    event::ExitRecord record;
    if (now_in == RunState::stopped || now_in == RunState::killed) {
        const bool stopped = now_in == RunState::stopped;
        const int number = forced_by != 0 ? forced_by : SIGKILL;
        Error error(stopped ? 9001 : 9002,
                    stopped ? "stopped on request" : fmt::format("ended at once by signal {}", number),
                    ranks.empty() ? std::string() : ranks[0]->where(), again);
        record = event::exit_record(error.with_kept(kept()));
        if (!stopped) record.code = 128 + number;
    } else if (now_in != RunState::done) {
        if (const auto xids = gpus.xids(); !xids.empty()) verdict.quote_kernel(xids);
        Error error = verdict.has_any() ? verdict.error() : Error(7013, "the ranks ended unexpectedly");
        if (error.kept().empty()) error.with_kept(kept());
        if (error.next().empty()) error.with_next(again);
        record = event::exit_record(error);
    }
    if (record.code == 0 && !identity.is_same()) {
        check_folder();
        record = event::exit_record(verdict.error());
    }
    // A viewer that hears the end may look for exit.json at once. The listener's descriptor goes first: there
    // may be none left.
    close_door();
    if (!lock.is_lost()) write_end(record);
    if (requeue && record.code == static_cast<int>(ExitCode::stopped)) requeue_in_slurm();
    notify(record);
    hub.finish(0.5);
    newcomers.clear();
    return record;
}

void Supervisor::State::write_end(const event::ExitRecord& record) {
    recorder.sync();
    try {
        event::write_exit(launch.folder, record);
    } catch (const Error& error) {
        log("error", error.line());
    }
}

/// A process of its own: the supervisor does not wait for it.
void Supervisor::State::notify(const event::ExitRecord& record) {
    if (settings.notify_command.empty()) return;
    const auto text = [](const std::string& value) { return QString::fromStdString(value); };
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("TUNEDESK_RUN", text(launch.folder.root.string()));
    environment.insert("TUNEDESK_NAME", text(launch.preset.name));
    environment.insert("TUNEDESK_CODE", QString::number(record.code));
    environment.insert("TUNEDESK_LINE", text(record.line));
    QProcess command;
    command.setProgram("/bin/sh");
    command.setArguments({"-c", text(settings.notify_command)});
    command.setProcessEnvironment(environment);
    const QString output = text((launch.folder.root / "logs" / "notify.log").string());
    command.setStandardInputFile(QProcess::nullDevice());
    command.setStandardOutputFile(output, QIODevice::Append);
    command.setStandardErrorFile(output, QIODevice::Append);
    if (!command.startDetached()) log("warning", "notify_command could not be started");
}

void Supervisor::State::requeue_in_slurm() {
    const char* job = std::getenv("SLURM_JOB_ID");
    if (!job) return;
    QProcess scontrol;
    scontrol.start("scontrol", {"requeue", job});
    const bool ended = scontrol.waitForFinished(30'000);
    if (ended && scontrol.exitStatus() == QProcess::NormalExit && scontrol.exitCode() == 0)
        log("info", fmt::format("asked SLURM to requeue job {}", job));
    else
        log("error",
            fmt::format("scontrol requeue {} failed: {} {}", job, scontrol.errorString().toStdString(),
                        scontrol.readAllStandardError().toStdString()));
}

} // namespace tunedesk::run
