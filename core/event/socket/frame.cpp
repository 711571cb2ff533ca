// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/socket/frame.h"

#include "base/error.h"

#include <array>
#include <fmt/format.h>
#include <utility>

namespace tunedesk::event {

namespace {

constexpr std::size_t head_bytes = 4;

constexpr std::array<std::pair<Command, std::string_view>, 5> command_names{{
    {Command::stop, "stop"},
    {Command::pause, "pause"},
    {Command::continue_run, "continue"},
    {Command::checkpoint, "checkpoint"},
    {Command::kill, "kill"},
}};

std::uint32_t length_at(const char* bytes) {
    std::uint32_t length = 0;
    for (std::size_t i = 0; i < head_bytes; ++i)
        length |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    return length;
}

} // namespace

std::string make_frame(std::string_view payload) {
    if (payload.size() > max_frame_bytes)
        throw Error(ErrorId::message_too_large,
                    {fmt::to_string(payload.size()), fmt::to_string(max_frame_bytes)});
    std::string frame;
    frame.reserve(head_bytes + payload.size());
    const auto length = static_cast<std::uint32_t>(payload.size());
    for (std::size_t i = 0; i < head_bytes; ++i)
        frame += static_cast<char>(length >> (8 * i) & 0xFF);
    return frame.append(payload);
}

std::vector<std::string> FrameReader::feed(std::string_view bytes) {
    if (broken_) throw Error(ErrorId::connection_oversized);
    buffer_.append(bytes);
    std::vector<std::string> payloads;
    std::size_t at = 0;
    while (buffer_.size() - at >= head_bytes) {
        const std::uint32_t length = length_at(buffer_.data() + at);
        if (length > max_frame_bytes) {
            broken_ = true;
            buffer_ = {};
            throw Error(ErrorId::frame_too_large, {fmt::to_string(length), fmt::to_string(max_frame_bytes)});
        }
        if (buffer_.size() - at - head_bytes < length) break;
        payloads.push_back(buffer_.substr(at + head_bytes, length));
        at += head_bytes + length;
    }
    buffer_.erase(0, at);
    return payloads;
}

Command command_of(std::string_view name) {
    for (const auto& [command, text] : command_names) {
        if (text == name) return command;
    }
    return Command::none;
}

std::string name_of(Command command) {
    for (const auto& [value, text] : command_names) {
        if (value == command) return std::string(text);
    }
    return "none";
}

} // namespace tunedesk::event
