// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/chat/conversation.h"

#include "base/error.h"
#include "base/json.h"
#include "data/rows/row_sink.h"

#include <algorithm>
#include <array>

namespace tunedesk::data {

namespace {

constexpr std::array roles{"system", "user", "assistant"};

} // namespace

std::optional<Conversation> parse_messages(std::string_view json, bool answered) {
    Json list;
    try {
        list = parse_json(json, "messages", ErrorId::file_unreadable,
                          {.max_bytes = max_field_bytes, .max_depth = 64});
    } catch (const Error&) {
        return std::nullopt;
    }
    if (!list.is_array() || list.empty()) return std::nullopt;
    Conversation conversation;
    bool is_answered = false;
    for (const Json& item : list) {
        if (!item.is_object()) return std::nullopt;
        const auto role = item.find("role"), content = item.find("content");
        if (role == item.end() || content == item.end() || !role->is_string() || !content->is_string())
            return std::nullopt;
        Message message{role->get<std::string>(), content->get<std::string>()};
        const auto known = std::ranges::find(roles, message.role);
        const bool is_system = message.role == roles[0];
        if (known == roles.end() || (is_system && !conversation.empty())) return std::nullopt;
        is_answered = is_answered || (message.role == roles[2] && !is_blank(message.content));
        conversation.push_back(std::move(message));
    }
    return is_answered || !answered ? std::optional(std::move(conversation)) : std::nullopt;
}

Conversation conversation_of(const Table::Row& row) {
    if (row.label.empty()) return parse_messages(row.text).value_or(Conversation());
    std::string question(row.text);
    if (!row.pair.empty()) (question += '\n') += row.pair;
    return {{roles[1], std::move(question)}, {roles[2], std::string(row.label)}};
}

} // namespace tunedesk::data
