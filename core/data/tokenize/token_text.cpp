// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/token_text.h"

#include <algorithm>

namespace tunedesk::data {

TokenText::TokenText(const Tokenizer& tokenizer, bool begins_text)
    : tokenizer_(tokenizer), leading_spaces_(begins_text ? tokenizer.leading_spaces() : 0) {}

std::string TokenText::add(std::int32_t token) {
    if (tokenizer_.is_special(token)) return {};
    if (!tokenizer_.gives_spans()) return " " + tokenizer_.token(token);
    std::string bytes = tokenizer_.bytes(token);
    const std::size_t spaces = std::min(bytes.find_first_not_of(' '), bytes.size());
    const std::size_t dropped = std::min(spaces, leading_spaces_);
    leading_spaces_ = dropped < bytes.size() ? 0 : leading_spaces_ - dropped;
    return bytes.substr(dropped);
}

} // namespace tunedesk::data
