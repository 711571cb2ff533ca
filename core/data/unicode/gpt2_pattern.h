#pragma once

#include <cstddef>
#include <string_view>

namespace tunedesk::data {

/// Where the word that begins at `position` ends, as the pattern of GPT-2 splits text
/// (`'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`). Needs valid UTF-8 and
/// position < text.size(). Words lie side by side: together they are the whole text.
std::size_t gpt2_word_end(std::string_view text, std::size_t position);

} // namespace tunedesk::data
