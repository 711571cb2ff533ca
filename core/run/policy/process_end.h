#pragma once

namespace tunedesk::run {

/// How a process ended: one of the two is meaningful.
struct ProcessEnd {
    int code = 0;
    int signal = 0; ///< 0 where it exited by itself
};

} // namespace tunedesk::run
