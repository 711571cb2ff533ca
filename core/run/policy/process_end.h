// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tunedesk::run {

/// How a process ended; only one member is meaningful.
struct ProcessEnd {
    int code = 0;
    int signal = 0;        ///< 0: it exited by itself
    bool vanished = false; ///< on another node: its connection ended without a goodbye
};

} // namespace tunedesk::run
