// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/row_sink.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// The boolean value of a flag column's field; std::nullopt if it is invalid.
std::optional<bool> is_set(std::string_view value);

/// Several label columns, one per label, with 1 or 0 (or true or false, in any case) for whether a row has
/// the label. They are combined into one field: the list of the row's labels.
class FlagColumns {
public:
    /// The columns that `spec` names, separated by commas, if its labels are lists; otherwise none.
    explicit FlagColumns(const TableSpec& spec);

    const std::vector<std::string>& names() const { return names_; }
    bool empty() const { return names_.empty(); }

    /// Begins a row.
    void begin() { field_.clear(); }
    /// Sets the value of column `k` of the row, in the order of the names; false if it is invalid.
    bool add(std::size_t k, std::string_view value);
    /// The row's list, for labels_in().
    std::string_view field(FieldArena& arena);

private:
    std::vector<std::string> names_, quoted_;
    std::string field_;
};

} // namespace tunedesk::data
