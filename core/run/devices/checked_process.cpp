// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/devices/checked_process.h"

#include "base/clock.h"
#include "base/error.h"
#include "run/check/step_trial.h"
#include "run/printed_error.h"
#include "run/programs.h"

#include <csignal>
#include <fmt/format.h>
#include <sys/prctl.h>

namespace tunedesk::run {

namespace {

constexpr int process_look_ms = 100;

QProcessEnvironment environment_on(const std::string& uuid, const std::string& home,
                                   const QProcessEnvironment& more) {
    QProcessEnvironment environment = worker_environment();
    forget_rank(environment);
    environment.remove(QStringLiteral("TUNEDESK_OPERATIONS"));
    for (const char* name : {"XDG_STATE_HOME", "XDG_CACHE_HOME"})
        environment.insert(QString::fromLatin1(name), QString::fromStdString(home));
    if (!uuid.empty())
        environment.insert(QStringLiteral("CUDA_VISIBLE_DEVICES"), QString::fromStdString(uuid));
    environment.insert(more);
    return environment;
}

} // namespace

CheckedProcess::CheckedProcess(const QStringList& arguments, const std::string& uuid, const std::string& home,
                               const QProcessEnvironment& more) {
    process_.setProcessEnvironment(environment_on(uuid, home, more));
    process_.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
    process_.start(QString::fromStdString(worker_program().string()), arguments);
}

CheckedProcess::~CheckedProcess() {
    process_.kill();
    process_.waitForFinished(5000);
}

CheckedProcess::End CheckedProcess::wait(const Limits& limits,
                                         const std::function<void(const Json&)>& on_line) {
    double heard = monotonic_seconds();
    double patience = 3 * limits.silent_seconds; // libraries of some GB are loaded first
    const auto stop_with = [&](End end, Phrase why) {
        process_.kill();
        process_.waitForFinished(5000);
        reason_ = std::move(why);
        return end;
    };
    if (process_.state() == QProcess::Starting) process_.waitForStarted(10'000); // it may have ended by now
    if (process_.state() == QProcess::Starting || process_.error() == QProcess::FailedToStart)
        return stop_with(End::failed, Phrase::in_words(process_.errorString().toStdString()));
    while (process_.state() != QProcess::NotRunning) {
        if (process_.waitForReadyRead(process_look_ms)) {
            heard = monotonic_seconds();
            patience = limits.silent_seconds;
        }
        read_lines(on_line);
        const double now = monotonic_seconds();
        if (limits.enough && limits.enough()) return stop_with(End::unwanted, {});
        if (now > limits.until) return stop_with(End::out_of_time, Phrase(PhraseId::found_no_time));
        if (patience > 0 && now - heard > patience)
            return stop_with(End::hung, Phrase(PhraseId::found_hang, {fmt::format("{:.0f}", patience)}));
    }
    read_lines(on_line);
    return judge();
}

std::optional<CheckedProcess::End> CheckedProcess::bad_end() {
    process_.waitForFinished(0);
    const bool ended_badly = process_.state() == QProcess::NotRunning &&
                             (process_.exitStatus() == QProcess::CrashExit || process_.exitCode() != 0);
    return ended_badly ? std::optional(judge()) : std::nullopt;
}

void CheckedProcess::read_lines(const std::function<void(const Json&)>& on_line) {
    while (process_.canReadLine()) {
        const QByteArray line = process_.readLine();
        if (!on_line || !line.startsWith('{')) continue;
        try {
            on_line(parse_json(line.toStdString(), "the worker's answer", ErrorId::worker_answer_invalid));
        } catch (const Error&) {
            // No line of the check: a library's own words.
        }
    }
}

CheckedProcess::End CheckedProcess::judge() {
    const std::string said = process_.readAllStandardError().toStdString();
    const std::string code = std::to_string(process_.exitCode());
    if (process_.exitStatus() == QProcess::CrashExit) {
        reason_ = Phrase(PhraseId::found_signal, {code});
        return End::died;
    }
    if (process_.exitCode() == 0) return End::well;
    const std::size_t last = said.find_last_not_of('\n');
    if (said.find("error[TD") != std::string::npos) {
        const Error error = printed_error(said, "tunedesk-worker");
        reason_ = Phrase::in_words(error.message());
        ran_out_of_memory_ = is_out_of_memory(error);
    } else if (last == std::string::npos) {
        reason_ = Phrase(PhraseId::found_silent_end, {code});
    } else {
        const std::size_t before = said.rfind('\n', last);
        const std::size_t start = before == std::string::npos ? 0 : before + 1;
        reason_ = Phrase(PhraseId::found_end, {code, said.substr(start, last - start + 1)});
    }
    return End::failed;
}

} // namespace tunedesk::run
