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

/// The file in which a task other than 0 keeps the preset for a resume, if its node does not see the run
/// folder.
fs::path kept_preset(const event::RunFolder& folder);

/// The ranks of a launcher's task that does not supervise the run. They report through rank 0; only their
/// logs are written into the run folder, which task 0 owns. They die with this process, and are killed if
/// they do not end after one of them has failed or the run has ended (exit.json). Lifetime: one run. Thread
/// rule: that of Supervisor.
class NodeRanks {
public:
    /// Throws Error 5011 if no logs can be written, 7057 if the worker cannot be started.
    explicit NodeRanks(Launch launch);
    ~NodeRanks();

    /// Runs Qt's event loop until no process is left. SIGINT and SIGTERM stop the run, as on task 0; a second
    /// one ends the ranks at once; SIGUSR1 is left to task 0. Returns 0, also for a stopped run, or the exit
    /// code of the rank that failed first: 7 if a signal ended it, see failure(). Because a launcher may kill
    /// the other tasks when one fails, a failure is returned only after task 0 has recorded the end, or after
    /// 30 s.
    int run();
    /// After run(): the error of a rank that a signal ended, which it could not report itself.
    const std::optional<Error>& failure() const { return failure_; }

private:
    void on_signal(int number, SignalMeaning meaning);
    void on_end(int rank, ProcessEnd end);
    void on_tick();
    void kill_after(double seconds);
    bool all_ended() const { return ends_.size() == ranks_.pids().size(); }
    bool is_recorded() const; ///< whether task 0 has recorded the end since this process started
    /// Changes when exit.json is written.
    std::string end_stamp() const;

    const Launch launch_;
    const fs::path preset_; ///< a file of this task, because preset.yaml may not be written yet
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
