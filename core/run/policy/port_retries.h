// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"

namespace tunedesk::run {

/// Starts of a run's ranks: again, with the next free port, where another program took the rendezvous port
/// before rank 0 had it. Pure.
class PortRetries {
public:
    /// `may_change_port`: the preset leaves the port open.
    explicit PortRetries(bool may_change_port) : may_change_port_(may_change_port) {}

    /// Ranks are about to be started.
    void ranks_start() { ++starts_; }
    /// Whether the event of a rank that does not train yet reports a taken port, and another may be tried:
    /// then a restart is under way until ranks_removed().
    bool retry(const event::Event& event);
    void ranks_removed() { restarting_ = false; }
    bool is_restarting() const { return restarting_; }

private:
    bool may_change_port_;
    bool restarting_ = false;
    int starts_ = 0;
};

} // namespace tunedesk::run
