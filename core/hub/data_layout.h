// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/hub/hub_data.h"
#include "hub/hub_client.h"

namespace tunedesk::hub {

/// A split of a data set and the files of its rows, all of one format, sorted by name.
struct DataFiles {
    format::DataPart part;
    std::vector<HubFile> files;
};

/// The splits of a data set, those of the default configuration first, found like Python's datasets does: the
/// files listed under `configs` in README.md's metadata, else data/SPLIT-00000-of-00001.*, else folders named
/// train, validation, test or a common synonym, else files with such names, else all files as train. Metadata
/// that cannot be parsed is ignored. Throws Error 7081 for patterns that take too long to match.
std::vector<DataFiles> data_layout(const HubModelInfo& data_set, std::string_view readme);

/// Whether a path matches a pattern with ?, [a-z], * within a folder's name and ** across folders. `budget`
/// is reduced by the work. Throws Error 7081 when it is exhausted.
bool matches_pattern(std::string_view path, std::string_view pattern, std::int64_t& budget);

} // namespace tunedesk::hub
