// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/socket/long_message.h"

#include "base/error.h"
#include "base/text.h"
#include "event/socket/frame.h"

namespace tunedesk::event {

namespace {

[[noreturn]] void too_long() {
    throw Error(ErrorId::long_message_too_large, {human_bytes(max_message_bytes)});
}

} // namespace

std::string make_frames(std::string_view message) {
    if (message.size() <= max_frame_bytes) return make_frame(message);
    if (message.size() > max_message_bytes) too_long();
    constexpr std::size_t part = max_frame_bytes - 1;
    std::string frames;
    while (!message.empty()) {
        const bool last = message.size() <= part;
        frames += make_frame((last ? '.' : '+') + std::string(message.substr(0, part)));
        message.remove_prefix(last ? message.size() : part);
    }
    return frames;
}

std::optional<std::string> MessageJoiner::take(std::string payload) {
    const char first = payload.empty() ? '\0' : payload.front();
    if (first != '+' && first != '.') return payload;
    if (parts_.size() + payload.size() > max_message_bytes + 1) too_long();
    parts_.append(payload, 1);
    if (first == '+') return std::nullopt;
    return std::exchange(parts_, {});
}

} // namespace tunedesk::event
