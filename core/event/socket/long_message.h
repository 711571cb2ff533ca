// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tunedesk::event {

// A JSON message may exceed a frame, such as an answer for many texts with thousands of classes. It is then
// sent as several frames, each with a prefix byte: '+' if another frame follows, '.' for the last. No JSON
// value begins with either, so a message that fits into one frame is sent without a prefix.

constexpr std::size_t max_message_bytes = 64u << 20;

/// The frames of a message. Throws Error 7032 if it is longer than max_message_bytes.
std::string make_frames(std::string_view message);

/// Joins the payloads of make_frames() into messages.
class MessageJoiner {
public:
    /// The message that this payload completes, or std::nullopt if more frames follow. Throws Error 7032
    /// beyond max_message_bytes.
    std::optional<std::string> take(std::string payload);

private:
    std::string parts_;
};

} // namespace tunedesk::event
