// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "base/phrase.h"

#include <QProcess>
#include <functional>
#include <optional>
#include <string>

namespace tunedesk::run {

/// A worker process of the self-check, with limits for one that hangs or dies.
class CheckedProcess {
public:
    enum class End { well, failed, died, hung, out_of_time, unwanted };

    struct Limits {
        double until = 0; ///< monotonic
        /// Longest time between two lines of output, three times as long before the first; 0: no limit.
        double silent_seconds = 0;
        std::function<bool()> enough;
    };

    /// Starts the worker on the GPU with this UUID ("": on the host), with state and cache below `home`.
    CheckedProcess(const QStringList& arguments, const std::string& uuid, const std::string& home,
                   const QProcessEnvironment& more = {});
    ~CheckedProcess();

    /// Waits until the worker ends; kills it at a limit. `on_line` gets each line that is a JSON object.
    End wait(const Limits& limits, const std::function<void(const Json&)>& on_line = {});

    /// How the worker ended, if it has ended with a failure; else std::nullopt. Does not wait.
    std::optional<End> bad_end();

    /// The reason of a failure: the worker's last error line, the signal, or the limit.
    const Phrase& reason() const { return reason_; }
    /// Whether it failed for lack of memory.
    bool ran_out_of_memory() const { return ran_out_of_memory_; }

private:
    void read_lines(const std::function<void(const Json&)>& on_line);
    End judge();

    QProcess process_;
    Phrase reason_;
    bool ran_out_of_memory_ = false;
};

} // namespace tunedesk::run
