// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tunedesk::event {

// A JSON message may be longer than a frame: the answer for many texts of thousands of classes. Such a one
// goes as several frames, each with a byte before its part of the text: '+' where another follows, '.' for
// the last. No JSON value begins with either, so a message that fits is a frame as it is.

constexpr std::size_t max_message_bytes = 64u << 20;

/// The frames of a message. Throws Error 7032 if it is longer than max_message_bytes.
std::string make_frames(std::string_view message);

/// Puts frames' payloads together again.
class MessageJoiner {
public:
    /// The message that this payload completes, or std::nullopt if more follows. Throws Error 7032 beyond
    /// max_message_bytes.
    std::optional<std::string> take(std::string payload);

private:
    std::string parts_;
};

} // namespace tunedesk::event
