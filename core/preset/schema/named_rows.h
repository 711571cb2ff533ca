// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/schema/schema.h"

#include <string>
#include <vector>

namespace tunedesk::preset {

/// Whether a key's value is of rows, and may name those of a data set on the hub: data.train,
/// data.validation, data.extra_validation and data.test.
bool is_of_rows(const Key& key);

/// The names, each once, of rows on the hub that the preset names and that are not downloaded; its paths are
/// absolute.
std::vector<std::string> missing_rows(const Preset& preset);

} // namespace tunedesk::preset
