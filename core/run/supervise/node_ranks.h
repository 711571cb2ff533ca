// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/supervise/rank_group.h"
#include "run/supervise/signals.h"
#include "run/supervise/supervisor.h"

#include <QEventLoop>
#include <QTimer>
#include <map>
#include <optional>

namespace tunedesk::run {

/// The preset that such a task keeps where its node does not see the run's folder, for a resume.
fs::path kept_preset(const event::RunFolder& folder);

/// The ranks of a launcher's task that does not supervise the run: starts them and waits for them. They
/// report through rank 0; the run folder is task 0's, and only their logs are written there. They die with
/// this process, and are killed where one of them has failed or the run has ended (exit.json) and they do not
/// follow. Lifetime: one run. Thread rule: that of Supervisor.
class NodeRanks {
public:
    /// Throws Error 5011 if no logs can be written, 7057 if the worker cannot be started.
    explicit NodeRanks(Launch launch);
    ~NodeRanks();

    /// Runs Qt's event loop until no process is left. SIGINT and SIGTERM stop the run, as on task 0; a second
    /// one ends the ranks at once; SIGUSR1 is task 0's. Returns 0, also for a run that has stopped, or the
    /// code of the rank that failed first: 7 where a signal ended it, see failure(). A launcher may
    /// end the other tasks with the first that fails, so a failure is returned once task 0 has recorded the
    /// end, or after 30 s.
    int run();
    /// After run(): what no rank has reported itself, because a signal ended it.
    const std::optional<Error>& failure() const { return failure_; }

private:
    void on_signal(int number, SignalMeaning meaning);
    void on_end(int rank, ProcessEnd end);
    void on_tick();
    void kill_after(double seconds);
    bool all_ended() const { return ends_.size() == ranks_.pids().size(); }
    bool is_recorded() const; ///< by task 0, since this process started
    /// Changes when exit.json is written.
    std::string end_stamp() const;

    const Launch launch_;
    const fs::path preset_; ///< a file of this task's own: RUN's may not be written yet
    const std::string stamp_;
    Signals signals_;
    RankGroup ranks_;
    std::map<int, ProcessEnd> ends_;
    int code_ = 0;
    std::optional<Error> failure_;
    std::optional<double> kill_at_, return_at_; ///< monotonic
    QEventLoop loop_;
    QTimer ticker_;
};

} // namespace tunedesk::run
