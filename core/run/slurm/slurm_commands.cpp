// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/slurm/slurm_commands.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/text.h"
#include "run/slurm/job_state.h"

#include <QProcess>
#include <QStandardPaths>
#include <fmt/format.h>

namespace tunedesk::run {

namespace {

constexpr qsizetype most_output = 1 << 20;
constexpr int command_look_ms = 100;

/// The last line that is not empty.
std::string last_line_of(const QByteArray& output) {
    std::string_view last;
    for (const std::string_view line :
         split({output.constData(), static_cast<std::size_t>(output.size())}, '\n'))
        if (!trimmed(line).empty()) last = trimmed(line);
    return shortened(last, 300);
}

/// Throws Error 2036 if it is not in PATH.
QString path_of(const std::string& program) {
    QString path = QStandardPaths::findExecutable(QString::fromStdString(program));
    if (path.isEmpty()) throw Error(ErrorId::slurm_program_missing, {program}, "PATH");
    return path;
}

} // namespace

void require_slurm(const std::string& program) {
    path_of(program);
}

bool has_slurm() {
    return !QStandardPaths::findExecutable(QStringLiteral("squeue")).isEmpty();
}

std::string call_slurm(const std::string& program, const std::vector<std::string>& arguments,
                       double seconds) {
    const QString path = path_of(program);
    QStringList words;
    for (const std::string& argument : arguments)
        words << QString::fromStdString(argument);
    QProcess process;
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(path, words);
    QByteArray out, err;
    const double deadline = monotonic_seconds() + seconds;
    while (!process.waitForFinished(command_look_ms) && process.state() != QProcess::NotRunning) {
        out += process.readAllStandardOutput();
        err += process.readAllStandardError();
        const bool flooded = out.size() > most_output || err.size() > most_output;
        if (!flooded && monotonic_seconds() < deadline) continue;
        process.kill();
        process.waitForFinished(5000);
        throw Error(ErrorId::slurm_silent, {program, fmt::format("{:.0f}", seconds)}, program);
    }
    out += process.readAllStandardOutput();
    err += process.readAllStandardError();
    if (process.error() == QProcess::FailedToStart || process.exitStatus() != QProcess::NormalExit ||
        process.exitCode() != 0)
        throw Error(ErrorId::slurm_refused,
                    {program, err.isEmpty() ? process.errorString().toStdString() : last_line_of(err)},
                    program);
    return out.left(most_output).toStdString();
}

std::int64_t submit_job(const std::string& script) {
    const std::string said = call_slurm("sbatch", {"--parsable", script});
    if (const auto job = parse_job_number(said)) return *job;
    throw Error(ErrorId::slurm_answer_invalid, {shortened(said)}, "sbatch");
}

void cancel_job(std::int64_t job) {
    call_slurm("scancel", {std::to_string(job)});
}

void stop_job(std::int64_t job) {
    call_slurm("scancel", {"--signal=TERM", std::to_string(job)});
}

} // namespace tunedesk::run
