// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/token_model.h"

#include <functional>
#include <span>

namespace tunedesk::data {

/// The trimming of spans by ByteLevel and RobertaProcessing after truncation, with `trim_offsets`.
struct OffsetTrim {
    bool enabled = true;
    bool add_prefix_space = true; ///< the first token begins with a space that is not in the text
};

/// Removes the leading and trailing spaces of tokens from their spans, as `tokenizers` 0.22.2 does.
/// `token(i)` returns the vocabulary's text of token i; `text` is the text that the spans refer to.
void trim_spans(OffsetTrim trim, std::string_view text, std::span<ByteSpan> spans,
                const std::function<std::string_view(std::size_t)>& token);

} // namespace tunedesk::data
