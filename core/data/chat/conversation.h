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

/// What was said, in its order. A value.
using Conversation = std::vector<Message>;

/// Reads the list of a row's `messages`: objects of `role` and `content`, or, as in ShareGPT's files, of
/// `from` (human, gpt or a role) and `value`; the system's first if there is one. With `answered`, at least
/// one answer of the assistant is required. Other keys of an object are ignored. std::nullopt if it is not
/// such a list.
std::optional<Conversation> parse_messages(std::string_view json, bool answered = true);

/// The conversation of a row that a chat's table has: its messages, or its instruction, followed by its input
/// where there is one, and the answer.
Conversation conversation_of(const Table::Row& row);

} // namespace tunedesk::data
