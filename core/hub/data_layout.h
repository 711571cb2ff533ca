// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/hub/hub_data.h"
#include "hub/hub_client.h"

namespace tunedesk::hub {

/// A split of a data set and the files of its rows, all of one format, in the order of their names.
struct DataFiles {
    format::DataPart part;
    std::vector<HubFile> files;
};

/// The splits of a data set, those of the default configuration first, as Python's datasets finds them: the
/// files that `configs` in the head of README.md names, else data/SPLIT-00000-of-00001.*, else folders named
/// train, validation or test or by another usual word for them, else files named so, else all files as train.
/// Of a head that cannot be read none is taken. Throws Error 7081 for patterns that take too long to compare.
std::vector<DataFiles> data_layout(const HubModelInfo& data_set, std::string_view readme);

/// Whether a path matches a pattern with ?, [a-z], * within a folder's name and ** across folders. `budget`
/// goes down with the work. Throws Error 7081 once it is used up.
bool matches_pattern(std::string_view path, std::string_view pattern, std::int64_t& budget);

} // namespace tunedesk::hub
