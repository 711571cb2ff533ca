#pragma once

#include "base/json.h"

#include <QProcess>
#include <functional>
#include <string>

namespace tunedesk::run {

/// A worker of the self-check, which may hang or die.
class CheckedProcess {
public:
    enum class End { well, failed, died, hung, out_of_time, unwanted };

    struct Limits {
        double until = 0;          ///< monotonic
        double silent_seconds = 0; ///< without a line of output; 0: only `until` counts
        std::function<bool()> enough;
    };

    /// Starts it on the GPU of that UUID ("" on the host), with state and cache below `home`.
    CheckedProcess(const QStringList& arguments, const std::string& uuid, const std::string& home,
                   const QProcessEnvironment& more = {});
    ~CheckedProcess();

    /// Until it ends or a limit is reached; then it is killed. `on_line` hears of each line that is JSON.
    End wait(const Limits& limits, const std::function<void(const Json&)>& on_line = {});

    /// What to say of an end that is not well: its own last error line, the signal, or the limit.
    std::string reason() const { return reason_; }

private:
    void read_lines(const std::function<void(const Json&)>& on_line);
    End judge();

    QProcess process_;
    std::string reason_;
};

} // namespace tunedesk::run
