// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/check/trial_ranks.h"

#include "base/clock.h"
#include "run/printed_error.h"
#include "run/programs.h"
#include "run/surroundings.h"

#include <algorithm>
#include <csignal>
#include <sys/prctl.h>

namespace tunedesk::run {

namespace {

constexpr int rank_look_ms = 20;
constexpr double grace_seconds = 3; ///< for the others to say what has befallen them

Error end_of(QProcess& worker, std::optional<std::uint64_t> kills_before) {
    if (worker.exitStatus() == QProcess::NormalExit)
        return printed_error(worker.readAllStandardError().toStdString(), "tunedesk-worker");
    const auto kills = oom_kills();
    if (worker.exitCode() == SIGKILL && kills && *kills > kills_before.value_or(0))
        return Error(ErrorId::trial_out_of_memory);
    return Error(ErrorId::trial_killed, {std::to_string(worker.exitCode())});
}

/// The most severe error of several ranks is the cause; the others result from it.
int weight_of(const Error& error) {
    return is_out_of_memory(error) ? 2 : error.is(ErrorId::collective_failed) ? 0 : 1;
}

} // namespace

bool is_out_of_memory(const Error& error) {
    return error.is(ErrorId::out_of_memory) || error.is(ErrorId::gpu_out_of_memory) ||
           error.is(ErrorId::trial_out_of_memory);
}

TrialRanks::TrialRanks(int count, const QStringList& arguments) : kills_before_(oom_kills()) {
    const int port = count > 1 ? free_port() : 0;
    for (int rank = 0; rank < count; ++rank) {
        QProcessEnvironment environment = worker_environment();
        forget_rank(environment);
        if (count > 1)
            for (const auto& [name, value] : rank_environment(rank, count, port))
                environment.insert(QString::fromStdString(name), QString::fromStdString(value));
        QProcess& worker = *ranks_.emplace_back(std::make_unique<QProcess>());
        worker.setProcessEnvironment(environment);
        worker.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
        worker.start(QString::fromStdString(worker_program().string()), arguments);
        if (!worker.waitForStarted())
            throw Error(ErrorId::trial_not_started, {worker.errorString().toStdString()});
    }
    ended_.resize(ranks_.size());
}

TrialRanks::~TrialRanks() {
    kill();
}

void TrialRanks::kill() {
    for (const auto& rank : ranks_)
        rank->kill();
    for (const auto& rank : ranks_)
        rank->waitForFinished(5000);
}

/// A last line without an end is of a worker that died.
void TrialRanks::read_lines(const std::function<void(const Json&)>& on_line) {
    while (ranks_[0]->canReadLine())
        on_line(parse_json(ranks_[0]->readLine().toStdString(), "the worker's answer",
                           ErrorId::worker_answer_invalid));
}

void TrialRanks::take_end(QProcess& rank) {
    if (rank.exitStatus() == QProcess::NormalExit && rank.exitCode() == 0) return;
    Error error = end_of(rank, kills_before_);
    if (!error_ || weight_of(error) > weight_of(*error_)) error_ = std::move(error);
    if (killed_at_ == 0) killed_at_ = monotonic_seconds() + grace_seconds;
}

bool TrialRanks::look() {
    bool runs = false;
    for (std::size_t i = 0; i < ranks_.size(); ++i) {
        QProcess& rank = *ranks_[i];
        if (ended_[i]) continue;
        if (rank.state() != QProcess::NotRunning && !rank.waitForFinished(rank_look_ms)) {
            runs = true;
        } else {
            ended_[i] = true;
            take_end(rank);
        }
    }
    return runs;
}

void TrialRanks::wait(const std::function<void(const Json&)>& on_line) {
    while (look()) {
        read_lines(on_line);
        if (killed_at_ > 0 && monotonic_seconds() > killed_at_) break;
    }
    kill(); // none is left
    read_lines(on_line);
    if (error_) throw Error(*error_);
}

} // namespace tunedesk::run
