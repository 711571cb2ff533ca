// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tokenize/token_model.h"

#include <functional>
#include <span>

namespace tunedesk::data {

/// What ByteLevel and RobertaProcessing do to spans after truncation, with `trim_offsets`.
struct OffsetTrim {
    bool enabled = true;
    bool add_prefix_space = true; ///< one space before the first token was not in the text
};

/// Takes the spaces that begin and end a token out of its span, as `tokenizers` 0.22.2 does. `token(i)`
/// gives the text of token i as the vocabulary has it; `text` is what the spans point into.
void trim_spans(OffsetTrim trim, std::string_view text, std::span<ByteSpan> spans,
                const std::function<std::string_view(std::size_t)>& token);

} // namespace tunedesk::data
