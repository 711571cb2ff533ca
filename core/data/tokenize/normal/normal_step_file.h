// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/normal/normal_step.h"
#include "data/tokenize/tokenizer_node.h"

#include <functional>

namespace tunedesk::data {

/// Calls read(part) for a part of a tokenizer.json itself, or for each element that a Sequence has under this
/// key; not at all for null. Throws Error 4202 for a long list.
void for_each_part(const TokenizerNode& node, const char* list,
                   const std::function<void(const TokenizerNode&)>& read);

/// Reads Prepend, or Replace of a literal text. Throws Error 4201, or 4202 for a regular expression.
TextStep read_text_step(const TokenizerNode& node);
/// Reads a normalizer: one of the above, Replace of a regular expression, Precompiled, NFC, NFD, NFKC, NFKD,
/// Nmt, Lowercase, StripAccents or Strip. Throws Error 4201, or 4202 for another one; the message begins with
/// `kind`, the tokenizer's kind.
NormalStep read_normal_step(const TokenizerNode& node, const std::string& kind);

} // namespace tunedesk::data
