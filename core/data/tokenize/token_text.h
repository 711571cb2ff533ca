// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/tokenizer.h"

namespace tunedesk::data {

/// Turns tokens, one after the other, into the text that they stand for. Thread rule: one thread.
class TokenText {
public:
    /// `begins_text`: the tokens are a text of their own, which loses the space that the tokenizer put before
    /// its first word; else they continue one. The tokenizer must outlive it.
    TokenText(const Tokenizer& tokenizer, bool begins_text);

    /// The bytes that a token adds: none of a special one, such as those that end messages; of tokens that
    /// stand for bytes a part of a character, maybe.
    std::string add(std::int32_t token);

private:
    const Tokenizer& tokenizer_;
    std::size_t leading_spaces_; ///< that are still left out
};

} // namespace tunedesk::data
