// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/store_message.h"

#include "base/error.h"

#include <cstdint>
#include <cstring>
#include <string_view>

namespace tunedesk::parallel {

namespace {

using Length = std::uint32_t;
constexpr std::size_t largest_message = 16u << 20;

std::string length_bytes(std::size_t length) {
    const auto value = static_cast<Length>(length);
    std::string bytes(sizeof value, '\0');
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
}

/// Removes a length from the beginning; it must be present.
std::size_t take_length(std::string_view& bytes) {
    Length value = 0;
    std::memcpy(&value, bytes.data(), sizeof value);
    bytes.remove_prefix(sizeof value);
    return value;
}

Error no_message() {
    return Error(ErrorId::rendezvous_bytes_invalid);
}

} // namespace

std::string encode(const StoreMessage& message) {
    std::string body;
    for (const std::string& text : message)
        body += length_bytes(text.size()) + text;
    return length_bytes(body.size()) + body;
}

std::optional<StoreMessage> take_message(std::string& received) {
    if (received.size() < sizeof(Length)) return std::nullopt;
    std::string_view rest = received;
    const std::size_t size = take_length(rest);
    if (size > largest_message) throw no_message();
    if (rest.size() < size) return std::nullopt;
    std::string_view body = rest.substr(0, size);
    StoreMessage message;
    while (!body.empty()) {
        if (body.size() < sizeof(Length)) throw no_message();
        const std::size_t length = take_length(body);
        if (length > body.size()) throw no_message();
        message.emplace_back(body.substr(0, length));
        body.remove_prefix(length);
    }
    received.erase(0, sizeof(Length) + size);
    return message;
}

} // namespace tunedesk::parallel
