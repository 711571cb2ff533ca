// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "event/socket/frame.h"
#include "event/socket/long_message.h"

#include <deque>
#include <optional>

namespace tunedesk::worker {

/// Requests that come as frames of JSON on standard input, and the answers on standard output.
class Requests {
public:
    /// The next request; std::nullopt if the input has ended, or without `waiting` where none is there yet.
    /// Throws Errors of frames, and 7061 for what is no JSON.
    std::optional<Json> next(bool waiting = true);
    /// Whether the input has ended.
    bool has_ended() const { return has_ended_; }
    /// Throws Error 7007 if the reader is gone.
    static void answer(const Json& message);

private:
    event::FrameReader reader_;
    event::MessageJoiner messages_;
    std::deque<std::string> waiting_;
    bool has_ended_ = false;
};

} // namespace tunedesk::worker
