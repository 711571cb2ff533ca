// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/rows/summary.h"

#include "base/text.h"
#include "data/files/shown.h"
#include "data/rows/label_sets.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::data {

namespace {

/// A class name unchanged if it is plain, else as shown() prints untrusted text.
std::string plain_or_shown(const std::string& name) {
    std::string safe = shown(name);
    return safe == '"' + name + '"' ? name : safe;
}

} // namespace

std::string TableSummary::line() const {
    constexpr std::size_t limit = 10;
    std::string text = fmt::format("{}: {} rows ({}), {} rejected", file, grouped(used), human_bytes(bytes),
                                   grouped(rejected));
    for (std::size_t i = 0; i < std::min(limit, classes.size()); ++i)
        text += fmt::format("{}{}: {}", i ? ", " : "; ", plain_or_shown(classes[i].first),
                            grouped(classes[i].second));
    if (numbers)
        text += fmt::format("; {} to {}, mean {:.4g}, standard deviation {:.4g}", shortest(numbers->least),
                            shortest(numbers->most), numbers->mean, numbers->deviation);
    if (classes.size() > limit) text += fmt::format(", and {} more classes", classes.size() - limit);
    return text;
}

TableSummary summarize(const Table& table, const LabelMap* labels) {
    TableSummary summary;
    summary.file = table.path().filename().string();
    summary.bytes = table.file_bytes();
    summary.total = table.total_count();
    summary.used = table.rows().size();
    summary.rejected = table.rejected_count();
    if (!labels || !table.has_labels()) return summary;
    for (const std::string& name : labels->names)
        summary.classes.emplace_back(name, 0);
    const auto count = [&](std::span<const std::int32_t> ids) {
        for (const std::int32_t id : ids)
            ++summary.classes[static_cast<std::size_t>(id)].second;
    };
    labels->has_lists ? count(label_sets(table, *labels).ids()) : count(label_ids(table, *labels));
    return summary;
}

} // namespace tunedesk::data
