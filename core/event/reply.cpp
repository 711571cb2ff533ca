// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/reply.h"

namespace tunedesk::event {

namespace {

constexpr const char* reply_type = "Reply";

} // namespace

Json to_json(const Reply& reply) {
    Json json{{"type", reply_type}, {"ok", reply.accepted}};
    json.update(phrase_json(reply.phrase));
    return json;
}

std::optional<Reply> reply_from(const Json& message) {
    if (!message.is_object() || text_field(message, "type") != reply_type) return std::nullopt;
    const auto accepted = message.find("ok");
    return Reply{accepted != message.end() && accepted->is_boolean() && accepted->get<bool>(),
                 phrase_from(message)};
}

} // namespace tunedesk::event
