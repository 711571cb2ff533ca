// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/chat/chat_template.h"
#include "data/tokenize/tokenizer.h"

namespace tunedesk::data {

/// A conversation's tokens, and which of them are answers, which are trained.
struct EncodedConversation {
    std::vector<std::int32_t> ids;
    std::vector<std::uint8_t> learned; ///< 1 or 0 for each id
};

/// The tokens that transformers' apply_chat_template() returns. A token belongs to an answer if its first
/// byte does; throws Error 4225 for a tokenizer that does not support spans.
EncodedConversation encode(const Conversation& conversation, bool asks, const ChatTemplate& form,
                           const Tokenizer& tokenizer);

} // namespace tunedesk::data
