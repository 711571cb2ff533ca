// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"

namespace tunedesk::run {

/// Decides whether a run's ranks are restarted with another port, because another program took the rendezvous
/// port before rank 0 bound it. Pure.
class PortRetries {
public:
    /// `may_change_port`: the preset leaves the port open.
    explicit PortRetries(bool may_change_port) : may_change_port_(may_change_port) {}

    /// Ranks are about to be started.
    void ranks_start() { ++starts_; }
    /// Whether an event of a rank that does not train yet reports a taken port and another may be tried. If
    /// so, is_restarting() is true until ranks_removed().
    bool retry(const event::Event& event);
    void ranks_removed() { restarting_ = false; }
    bool is_restarting() const { return restarting_; }

private:
    bool may_change_port_;
    bool restarting_ = false;
    int starts_ = 0;
};

} // namespace tunedesk::run
