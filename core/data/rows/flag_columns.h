// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/row_sink.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// Whether the value of such a column is a yes; std::nullopt if it is neither yes nor no.
std::optional<bool> is_set(std::string_view value);

/// Several label columns, one a label, that say by 1 or 0 (or true or false, in any case) whether a row has
/// it. They become one field: the list of those that it has.
class FlagColumns {
public:
    /// The columns that `spec` names with commas between them, where its labels are lists; none otherwise.
    explicit FlagColumns(const TableSpec& spec);

    const std::vector<std::string>& names() const { return names_; }
    bool empty() const { return names_.empty(); }

    /// Begins a row.
    void begin() { field_.clear(); }
    /// The value of column `k` of the row, in the order of the names; false if it is neither.
    bool add(std::size_t k, std::string_view value);
    /// The row's list, for labels_in().
    std::string_view field(FieldArena& arena);

private:
    std::vector<std::string> names_, quoted_;
    std::string field_;
};

} // namespace tunedesk::data
