// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/tokenizer.h"

namespace tunedesk::data {

/// Decodes a sequence of tokens to text incrementally. Thread rule: one thread.
class TokenText {
public:
    /// `begins_text`: the tokens begin a text, from which the space that the tokenizer inserted before the
    /// first word is removed; else they continue one. The tokenizer must outlive this object.
    TokenText(const Tokenizer& tokenizer, bool begins_text);

    /// The bytes that a token adds: empty for special tokens, such as those that end messages; possibly part
    /// of a character for tokens that represent bytes.
    std::string add(std::int32_t token);

private:
    const Tokenizer& tokenizer_;
    std::size_t leading_spaces_; ///< leading spaces still to be removed
};

} // namespace tunedesk::data
