// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/schema/schema.h"

namespace tunedesk::preset {

/// Builds the schema table and the list of its sections: once, for keys() and sections().
std::vector<Key> make_table();
std::vector<Section> make_sections();

} // namespace tunedesk::preset
