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

/// Worker processes, one per rank, for a trial before any run. They are killed when this process dies, or a
/// few seconds after one of them has failed. Blocks; any thread.
class TrialRanks {
public:
    /// `arguments`: those of the worker's --try, with the folder that holds the preset. Throws Error 7028 if
    /// one cannot be started.
    TrialRanks(int count, const QStringList& arguments);
    ~TrialRanks();
    TrialRanks(const TrialRanks&) = delete;
    TrialRanks& operator=(const TrialRanks&) = delete;

    /// Gives each line of rank 0's output to `on_line` until all ranks have ended. Throws the error that
    /// explains a failure: lack of memory before any other cause, both before lost contact with another rank;
    /// of equals the first.
    void wait(const std::function<void(const Json&)>& on_line);

private:
    void read_lines(const std::function<void(const Json&)>& on_line);
    /// Waits some milliseconds for ranks to end; true while one runs.
    bool look();
    void kill();
    void take_end(QProcess& rank);

    std::vector<std::unique_ptr<QProcess>> ranks_;
    std::optional<std::uint64_t> kills_before_;
    std::vector<bool> ended_;
    std::optional<Error> error_;
    double killed_at_ = 0; ///< monotonic seconds at which the remaining ranks are killed; 0: none has failed
};

/// Whether a worker's error reports a lack of memory.
bool is_out_of_memory(const Error& error);

} // namespace tunedesk::run
