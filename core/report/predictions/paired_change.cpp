// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/predictions/paired_change.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <unordered_map>
#include <utility>

namespace tunedesk::report {

namespace {

bool can_be_paired(const PredictionTable& table) {
    return table.target() == task::Target::one_class && table.has_lines();
}

/// Ids of the first table's classes among `names`, which they are added to.
std::vector<std::size_t> class_ids(const std::vector<std::string>& classes, std::vector<std::string>& names) {
    std::unordered_map<std::string, std::size_t> known;
    for (std::size_t i = 0; i < names.size(); ++i)
        known.emplace(names[i], i);
    std::vector<std::size_t> ids;
    for (const std::string& name : classes) {
        const auto [found, added] = known.emplace(name, names.size());
        if (added) names.push_back(name);
        ids.push_back(found->second);
    }
    return ids;
}

/// Counts of both runs by true and predicted class.
using CellCounts = std::map<std::pair<std::size_t, std::size_t>, std::pair<std::size_t, std::size_t>>;

void list_changed(const CellCounts& cells, PairedChange& result) {
    for (const auto& [cell, counts] : cells)
        if (counts.first != counts.second)
            result.changed.push_back({cell.first, cell.second, counts.first, counts.second});
    std::ranges::stable_sort(result.changed, std::ranges::greater(),
                             [](const PairedChange::Cell& cell) { return std::abs(cell.change()); });
}

} // namespace

double mcnemar_p(std::size_t only_first, std::size_t only_second) {
    const auto all = static_cast<double>(only_first + only_second);
    double tail = 0;
    for (std::size_t i = 0; i <= std::min(only_first, only_second); ++i) {
        const auto k = static_cast<double>(i);
        tail += std::exp(std::lgamma(all + 1) - std::lgamma(k + 1) - std::lgamma(all - k + 1) -
                         all * std::log(2.0));
    }
    return std::min(1.0, 2 * tail);
}

PairedChange compare_predictions(const PredictionTable& first, const PredictionTable& second) {
    PairedChange result;
    result.names = second.names();
    if (!can_be_paired(first) || !can_be_paired(second)) return result;
    const std::vector<std::size_t> ids = class_ids(first.names(), result.names);
    const auto id = [&](std::int32_t of_first) { return ids[static_cast<std::size_t>(of_first)]; };
    std::unordered_map<std::uint64_t, std::uint32_t> by_line;
    for (std::uint32_t row = 0; row < first.rows(); ++row)
        by_line.emplace(first.line(row), row);
    CellCounts cells;
    for (std::uint32_t row = 0; row < second.rows(); ++row) {
        const auto found = by_line.find(second.line(row));
        if (second.label(row) < 0 || found == by_line.end() || first.label(found->second) < 0 ||
            first.text(found->second) != second.text(row))
            continue;
        const std::size_t label_before = id(first.label(found->second)),
                          said_before = id(first.predicted(found->second)),
                          label = static_cast<std::size_t>(second.label(row)),
                          said = static_cast<std::size_t>(second.predicted(row));
        const bool was_right = said_before == label, is_right = said == label;
        ++result.rows;
        result.relabelled += label_before != label;
        result.reported += said_before == label_before;
        result.before += was_right;
        result.after += is_right;
        result.only_before += was_right && !is_right;
        result.only_after += is_right && !was_right;
        ++cells[{label_before, said_before}].first;
        ++cells[{label, said}].second;
    }
    list_changed(cells, result);
    result.p_value = mcnemar_p(result.only_before, result.only_after);
    return result;
}

} // namespace tunedesk::report
