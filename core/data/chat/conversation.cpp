// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/chat/conversation.h"

#include "base/error.h"
#include "base/json.h"
#include "data/rows/row_sink.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tunedesk::data {

namespace {

constexpr std::array roles{"system", "user", "assistant"};

/// Role names of files in ShareGPT's form.
constexpr std::array<std::pair<std::string_view, const char*>, 2> other_roles{
    {{"human", roles[1]}, {"gpt", roles[2]}}};

const std::string* text_at(const Json& item, const char* key) {
    const auto found = item.find(key);
    return found == item.end() ? nullptr : found->get_ptr<const std::string*>();
}

/// Parses an object of role and content, or of from and value. std::nullopt for any other.
std::optional<Message> message_of(const Json& item) {
    if (!item.is_object()) return std::nullopt;
    const bool is_shared = !item.contains("role");
    const std::string* role = text_at(item, is_shared ? "from" : "role");
    const std::string* content = text_at(item, is_shared ? "value" : "content");
    if (!role || !content) return std::nullopt;
    Message message{*role, *content};
    for (const auto& [name, meant] : other_roles)
        if (is_shared && message.role == name) message.role = meant;
    return message;
}

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
        std::optional<Message> read = message_of(item);
        if (!read) return std::nullopt;
        Message& message = *read;
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
