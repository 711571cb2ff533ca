// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

namespace tunedesk::run {

/// Keeps the machine from going to sleep while a run trains, through systemd-logind (Inhibit "sleep",
/// "block"). Does nothing where there is no system bus or no logind, as in containers. Thread rule: the event
/// loop's; nothing waits for an answer.
class SleepInhibitor {
public:
    /// `why` is what `systemd-inhibit --list` shows.
    explicit SleepInhibitor(std::string why);
    ~SleepInhibitor();

    /// Asks once; while an answer is on its way, or the machine is kept awake already, nothing.
    void hold();
    void release();

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace tunedesk::run
