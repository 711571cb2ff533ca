// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/schema/schema.h"

#include <string>
#include <string_view>

namespace tunedesk::preset {

/// Whether this value of this key is a list of values.
bool is_list(const Key& key, std::string_view value);

/// A list as text without spaces around its commas.
std::string list_text(std::string_view value);

/// A value in YAML as written by hand: bare where it reads back as itself, inside { } too,
/// and as no number or word of another kind; a list in brackets. `quote` (' or ", else 0) is kept where the
/// value that stood there before had it. Paths keep their $VARIABLES.
std::string value_text(const Key& key, std::string_view value, char quote = 0);

} // namespace tunedesk::preset
