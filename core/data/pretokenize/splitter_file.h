// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/pretokenize/splitter.h"
#include "data/tokenize/tokenizer_node.h"

namespace tunedesk::data {

/// Whether a pre-tokenizer of this type only splits text: Split, Digits, Punctuation, Whitespace or
/// WhitespaceSplit.
bool is_splitter(const std::string& type);

/// Reads such a pre-tokenizer. Throws Error 4201, or 4202 for an unsupported regular expression.
Splitter read_splitter(const TokenizerNode& node);

} // namespace tunedesk::data
