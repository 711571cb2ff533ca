// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "base/phrase.h"

#include <QProcess>
#include <functional>
#include <optional>
#include <string>

namespace tunedesk::run {

/// A worker of the self-check, which may hang or die.
class CheckedProcess {
public:
    enum class End { well, failed, died, hung, out_of_time, unwanted };

    struct Limits {
        double until = 0; ///< monotonic
        /// Without a line of output, three times as long before the first; 0: only `until` counts.
        double silent_seconds = 0;
        std::function<bool()> enough;
    };

    /// Starts it on the GPU of that UUID ("" on the host), with state and cache below `home`.
    CheckedProcess(const QStringList& arguments, const std::string& uuid, const std::string& home,
                   const QProcessEnvironment& more = {});
    ~CheckedProcess();

    /// Until it ends or a limit is reached; then it is killed. `on_line` hears of each line that is JSON.
    End wait(const Limits& limits, const std::function<void(const Json&)>& on_line = {});

    /// How it has ended, where it has, and not well. Does not wait.
    std::optional<End> bad_end();

    /// The reason of a bad end: its own last error line, the signal, or the limit.
    const Phrase& reason() const { return reason_; }
    /// Whether its error was a lack of memory.
    bool ran_out_of_memory() const { return ran_out_of_memory_; }

private:
    void read_lines(const std::function<void(const Json&)>& on_line);
    End judge();

    QProcess process_;
    Phrase reason_;
    bool ran_out_of_memory_ = false;
};

} // namespace tunedesk::run
