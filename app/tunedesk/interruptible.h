// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>
#include <utility>

namespace tunedesk::app {

/// While an object exists, SIGINT and SIGTERM are only recorded. One object at a time.
class Interruptible {
public:
    Interruptible();
    ~Interruptible();
    Interruptible(const Interruptible&) = delete;
    Interruptible& operator=(const Interruptible&) = delete;

    /// The last signal recorded by any such object; 0: none. Any thread.
    static int signal();

private:
    std::pair<int, struct sigaction> before_[2] = {{SIGINT, {}}, {SIGTERM, {}}};
};

} // namespace tunedesk::app
