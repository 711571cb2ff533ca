// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/table.h"

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace tunedesk::data {

/// A file's text without some of its rows: decompressed, all other bytes unchanged. `dropped` receives the
/// used rows and returns the lines at which the rows to remove begin; other lines are ignored. Empty lines
/// between a removed row and the next one are removed too; in a CoNLL file the comments before a sentence are
/// kept. Throws the errors of read_table().
std::string
without_rows(const fs::path& path, const TableSpec& spec,
             const std::function<std::set<std::uint64_t>(const std::vector<Table::Row>&)>& dropped);

} // namespace tunedesk::data
