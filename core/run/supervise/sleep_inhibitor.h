// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

namespace tunedesk::run {

/// Keeps the machine from going to sleep while a run trains, through systemd-logind (Inhibit "sleep",
/// "block"). Does nothing without a system bus or logind, as in containers. Thread rule: the event loop's; no
/// member waits for an answer.
class SleepInhibitor {
public:
    /// `why` is what `systemd-inhibit --list` shows.
    explicit SleepInhibitor(std::string why);
    ~SleepInhibitor();

    /// Requests the inhibitor; does nothing while a request is pending or the inhibitor is held.
    void hold();
    void release();

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace tunedesk::run
