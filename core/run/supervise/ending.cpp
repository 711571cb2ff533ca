// SPDX-License-Identifier: GPL-3.0-or-later
// The end of a supervised run: exit.json, and notification of clients.

#include "base/error.h"
#include "run/notification.h"
#include "run/supervise/supervisor_state.h"

#include <QProcess>
#include <cstdlib>
#include <fmt/format.h>

namespace tunedesk::run {

namespace {

/// Returns the error message, or "".
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
    ranks.kill(); // processes that workers may have left in their groups
    const bool failed = policy.state() == RunState::failed;
    event::ExitRecord record = policy.outcome(failed ? devices.gpus().xids() : std::vector<std::string>());
    if (record.code == 0) {
        try {
            identity.require_same();
        } catch (const Error& error) {
            record = event::exit_record(error);
        }
    }
    // A viewer may look for exit.json as soon as it is notified. The listener's descriptor is closed first:
    // there may be none left.
    socket.stop_listening();
    if (!lock.is_lost()) write_end(record);
    const char* job = std::getenv("SLURM_JOB_ID");
    if (policy.control().wants_requeue() && job && record.code == static_cast<int>(ExitCode::stopped)) {
        const std::string failure = requeue_in_slurm(job);
        publisher.log(failure.empty() ? "info" : "error",
                      failure.empty() ? fmt::format("requested SLURM to requeue job {}", job) : failure);
    }
    for (const std::string& setting : notify(settings, launch.folder, launch.preset.name, record))
        publisher.log("warning", setting + " could not be started");
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
