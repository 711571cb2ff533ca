// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"

#include <optional>

namespace tunedesk::event {

/// A supervisor's answer to a command.
struct Reply {
    bool accepted = false;
    Phrase phrase;
};

/// {"type": "Reply", "ok", "id", "values", "text"}; versions without ids read "text".
Json to_json(const Reply& reply);
/// Reads a Reply; std::nullopt if the message is not one.
std::optional<Reply> reply_from(const Json& message);

} // namespace tunedesk::event
