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
    bool begins_text = false; ///< the continuation is a text of its own, such as an answer
};

/// The tokenizer, chat template and end tokens of a language model's folder. Immutable after load().
struct TextForm {
    data::Tokenizer tokenizer;
    std::optional<data::ChatTemplate> chat; ///< std::nullopt if it is not a chat model
    std::optional<Error> no_chat;           ///< then the reason why conversations are not supported
    std::vector<std::int32_t> end_tokens;

    /// Throws Errors 42xx of the tokenizer.
    static TextForm load(const fs::path& folder);

    /// The tokens of a text to continue, after the tokens that begin every row.
    Prompt prompt(const std::string& text) const;
    /// The tokens of a conversation up to the assistant's next answer. Throws no_chat for a model without a
    /// chat template of a known form.
    Prompt prompt(const data::Conversation& conversation) const;
};

} // namespace tunedesk::train
