// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace tunedesk::data {

/// Whether a text begins with an array of objects, after a byte order mark and white space.
bool begins_object_array(std::string_view text);

/// Converts a JSON array of objects to lines in place: the n-th element becomes line n. Brackets and commas
/// around the elements and line breaks inside them become white space; the elements are not validated. Other
/// text is unchanged. `is_whole`: the text is the whole file, not its beginning. Throws Error 3102 if an
/// element is empty, and for a whole file if its array is not closed or text follows it; `where` is the file.
void json_array_to_lines(std::span<char> text, bool is_whole, const std::string& where);

} // namespace tunedesk::data
