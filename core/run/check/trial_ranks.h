// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/json.h"

#include <QProcess>
#include <QStringList>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace tunedesk::run {

/// Ranks as processes that try something before any run, in a folder of their own. They die with
/// this process, and none outlives another that fails. Blocks; any thread.
class TrialRanks {
public:
    /// `arguments`: those of the worker's --try, with the folder that holds the preset. Throws Error 7028 if
    /// one cannot be started.
    TrialRanks(int count, const QStringList& arguments);
    ~TrialRanks();
    TrialRanks(const TrialRanks&) = delete;
    TrialRanks& operator=(const TrialRanks&) = delete;

    /// Gives each line of rank 0's output to `on_line` until all ranks have ended. Throws the error of the
    /// rank that failed first: want of memory, or another cause, before what those say that have lost it.
    void wait(const std::function<void(const Json&)>& on_line);

private:
    void read_lines(const std::function<void(const Json&)>& on_line);
    /// Looks for ends for some milliseconds; true while a rank runs.
    bool look();
    void kill();
    void take_end(QProcess& rank);

    std::vector<std::unique_ptr<QProcess>> ranks_;
    std::optional<std::uint64_t> kills_before_;
    std::vector<bool> ended_;
    std::optional<Error> error_;
    double killed_at_ = 0; ///< monotonic, when those left are killed; 0: none has failed
};

/// Whether a worker's error reports a lack of memory.
bool is_out_of_memory(const Error& error);

} // namespace tunedesk::run
