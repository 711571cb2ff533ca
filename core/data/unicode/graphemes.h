// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace tunedesk::data::unicode {

/// Where the extended grapheme cluster that begins at `position` ends (Unicode Standard Annex 29, as
/// `tokenizers` 0.22.2 has it). Needs well-formed UTF-8 and position < text.size().
std::size_t grapheme_end(std::string_view text, std::size_t position);

} // namespace tunedesk::data::unicode
