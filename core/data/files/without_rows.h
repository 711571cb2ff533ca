// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/table.h"

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace tunedesk::data {

/// A file's text without some of its rows: decompressed, every other byte as it was. `dropped` is given the
/// used rows and returns the lines at which those to drop begin; other lines drop nothing. What stands
/// between a dropped row and the next row (empty lines) goes with it; of a CoNLL file the comments that come
/// before a sentence stay. Throws what read_table() throws.
std::string
without_rows(const fs::path& path, const TableSpec& spec,
             const std::function<std::set<std::uint64_t>(const std::vector<Table::Row>&)>& dropped);

} // namespace tunedesk::data
