// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "data/chat/chat_template.h"
#include "data/tokenize/tokenizer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::train {

/// The tokens that a language model continues.
struct Prompt {
    std::vector<std::int32_t> ids;
    bool begins_text = false; ///< what comes behind them is a text of its own: an answer
};

/// What texts and tokens are to each other in one language model's folder. Immutable after load().
struct TextForm {
    data::Tokenizer tokenizer;
    std::optional<data::ChatTemplate> chat; ///< of a chat model
    std::optional<Error> no_chat;           ///< else why it takes no conversations
    std::vector<std::int32_t> end_tokens;

    /// Throws Errors 42xx of the tokenizer.
    static TextForm load(const fs::path& folder);

    /// The tokens of a text to continue: those that begin a row, and its own.
    Prompt prompt(const std::string& text) const;
    /// Of a conversation up to where the assistant is to answer. Throws no_chat for a model without a chat
    /// template of a known form.
    Prompt prompt(const data::Conversation& conversation) const;
};

} // namespace tunedesk::train
