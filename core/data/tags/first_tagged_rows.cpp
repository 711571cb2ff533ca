// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tags/first_tagged_rows.h"

#include "base/text.h"

#include <algorithm>

namespace tunedesk::data {

FirstRows read_first_tagged_rows(const fs::path& path, TableSpec spec, std::vector<std::string> columns,
                                 std::size_t most) {
    constexpr std::size_t most_shown_bytes = 4096;
    spec.skip_bad_rows = true; // bad rows are shown with their faults
    spec.label_optional = true;
    const Table table = read_table(path, spec);
    FirstRows first;
    first.columns = std::move(columns);
    for (const Table::Row& row : table.rows()) {
        if (first.rows.size() == most) break;
        first.rows.push_back(
            {row.line, {shortened(row.text, most_shown_bytes), shortened(row.label, most_shown_bytes)}, {}});
    }
    for (const Rejected& row : table.rejected())
        first.rows.push_back({row.line, {{}, {}}, row.fault});
    std::ranges::sort(first.rows, {}, &FirstRows::Row::line);
    first.whole = first.rows.size() == table.total_count();
    first.rows.resize(std::min(first.rows.size(), most));
    return first;
}

} // namespace tunedesk::data
