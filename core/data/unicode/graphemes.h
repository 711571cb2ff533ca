// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace tunedesk::data::unicode {

/// End of the extended grapheme cluster that begins at `position` (Unicode Standard Annex 29, as in
/// `tokenizers` 0.22.2). Needs well-formed UTF-8 and position < text.size().
std::size_t grapheme_end(std::string_view text, std::size_t position);

} // namespace tunedesk::data::unicode
