// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/table.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::data {

struct Message {
    std::string role; ///< "system", "user" or "assistant"
    std::string content;
    bool operator==(const Message&) const = default;
};

/// The messages of a conversation, in order. A value.
using Conversation = std::vector<Message>;

/// Parses a row's `messages`: objects with `role` and `content` or, as in ShareGPT's files, `from` (human,
/// gpt or a role) and `value`; a system message may only be first. With `answered`, at least one answer of
/// the assistant is required. Other keys of an object are ignored. std::nullopt if the list is invalid.
std::optional<Conversation> parse_messages(std::string_view json, bool answered = true);

/// The conversation in a row of a chat table: its messages, or its instruction, followed by its input if
/// there is one, and the answer.
Conversation conversation_of(const Table::Row& row);

} // namespace tunedesk::data
