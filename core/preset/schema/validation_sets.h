// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/preset.h"

#include <string>
#include <vector>

namespace tunedesk::preset {

/// A file of data.extra_validation, or rows on the hub that are not downloaded, and the name of its rows in
/// events, metrics.csv and report.json.
struct ValidationSet {
    std::string name, file;
};

/// The extra validation sets of a preset, in its order. A name is the file's without the extension, or for a
/// data set on the hub its own name with the split (imdb_test); characters that are invalid in a column's
/// name become "_", and the name of another split ("val", "test", ...) gets the prefix "extra_".
std::vector<ValidationSet> extra_validation_sets(const Preset& preset);
std::vector<std::string> extra_validation_names(const Preset& preset);

/// A name that two of them have, or "".
std::string repeated_validation_name(const Preset& preset);

} // namespace tunedesk::preset
