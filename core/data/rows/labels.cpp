// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/rows/labels.h"

#include "base/error.h"
#include "base/text.h"
#include "data/files/shown.h"
#include "data/rows/label_sets.h"
#include "data/rows/numbers.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace tunedesk::data {

namespace {

FirstOfLabel distinct(const Table& table) {
    FirstOfLabel first;
    for (const Table::Row& row : table.rows())
        first.try_emplace(row.label, &row);
    return first;
}

/// The id of a label written as "0", "1", ..., or -1.
std::int32_t written_id(std::string_view label, std::size_t classes) {
    std::uint32_t id = 0;
    const auto [end, status] = std::from_chars(label.data(), label.data() + label.size(), id);
    const bool plain = label.size() == 1 || !label.starts_with('0');
    if (label.empty() || !plain || status != std::errc() || end != label.data() + label.size() ||
        id >= classes)
        return -1;
    return static_cast<std::int32_t>(id);
}

std::string place(const Table& table, const Table::Row& row) {
    return fmt::format("{}:{}", table.path().string(), row.line);
}

std::optional<LabelMap> from_model(const FirstOfLabel& first, const std::vector<std::string>& model_labels) {
    if (model_labels.empty()) return std::nullopt;
    LabelMap map{model_labels, "the model's id2label", false};
    const auto all = [&](auto&& matches) {
        return std::all_of(first.begin(), first.end(),
                           [&](const auto& entry) { return matches(entry.first); });
    };
    const std::unordered_set<std::string_view> known(model_labels.begin(), model_labels.end());
    if (all([&](std::string_view label) { return known.contains(label); })) return map;
    map.by_number = true;
    if (all([&](std::string_view label) { return written_id(label, model_labels.size()) >= 0; })) return map;
    return std::nullopt;
}

struct Numbered {
    double value;
    std::string_view label;
    const Table::Row* row;
};

LabelMap in_numeric_order(const Table& table, std::vector<Numbered> numbers) {
    std::sort(numbers.begin(), numbers.end(),
              [](const Numbered& a, const Numbered& b) { return a.value < b.value; });
    LabelMap map{{}, "numeric order", false};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (i > 0 && numbers[i].value == numbers[i - 1].value)
            throw Error(ErrorId::labels_equal_as_numbers,
                        {shown(numbers[i - 1].label), shown(numbers[i].label)},
                        place(table, *numbers[i].row));
        map.names.emplace_back(numbers[i].label);
    }
    return map;
}

LabelMap in_code_point_order(const FirstOfLabel& first) {
    LabelMap map{{}, "code-point order", false};
    for (const auto& [label, row] : first)
        map.names.emplace_back(label);
    std::sort(map.names.begin(), map.names.end()); // byte order in UTF-8 equals code-point order
    return map;
}

std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t limit = 10;
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < std::min(limit, names.size()); ++i)
        parts.push_back(shown(names[i]));
    return fmt::format("{}{}", fmt::join(parts, ", "), names.size() > limit ? ", ..." : "");
}

} // namespace

int LabelMap::id_of(std::string_view label) const {
    if (by_number) return written_id(label, names.size());
    const auto found = std::find(names.begin(), names.end(), label);
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

void require_labels(const Table& train) {
    const std::string where = train.path().string();
    if (train.rows().empty()) throw Error(ErrorId::training_rows_missing, {}, where);
    if (!train.has_labels()) throw Error(ErrorId::training_labels_missing, {}, where);
}

LabelMap make_label_map(const Table& train, const std::vector<std::string>& model_labels) {
    require_labels(train);
    const FirstOfLabel first = distinct(train);
    if (first.size() == 1)
        throw Error(ErrorId::one_label, {grouped(train.rows().size()), shown(first.begin()->first)},
                    train.path().string());
    return order_labels(first, train, model_labels);
}

LabelMap order_labels(const FirstOfLabel& first, const Table& train,
                      const std::vector<std::string>& model_labels) {
    if (first.size() > 1000 && first.size() > train.rows().size() / 2) {
        const bool numbers = std::ranges::all_of(
            first, [](const auto& entry) { return decimal_number(entry.first).has_value(); });
        throw Error(numbers ? ErrorId::labels_are_numbers : ErrorId::labels_not_classes,
                    {grouped(first.size()), grouped(train.rows().size())}, train.path().string());
    }
    if (auto map = from_model(first, model_labels)) return *map;

    std::vector<Numbered> numbers;
    std::optional<Numbered> name, number;
    const auto earlier = [](std::optional<Numbered>& kept, const Numbered& found) {
        if (!kept || found.row->line < kept->row->line) kept = found;
    };
    for (const auto& [label, row] : first) {
        const auto value = decimal_number(label);
        if (value) numbers.push_back({*value, label, row});
        earlier(value ? number : name, {value.value_or(0), label, row});
    }
    if (name && number)
        throw Error(ErrorId::labels_mixed,
                    {shown(name->label), fmt::to_string(name->row->line), shown(number->label),
                     fmt::to_string(number->row->line)},
                    place(train, name->row->line > number->row->line ? *name->row : *number->row));
    return number ? in_numeric_order(train, std::move(numbers)) : in_code_point_order(first);
}

namespace {

/// Class ids of a table's rows; -1 for labels that the training data does not have.
std::vector<std::int32_t> known_ids(const Table& table, const LabelMap& labels) {
    std::unordered_map<std::string_view, std::int32_t> known;
    std::vector<std::int32_t> ids;
    ids.reserve(table.rows().size());
    if (!labels.by_number)
        for (std::size_t i = 0; i < labels.names.size(); ++i)
            known.try_emplace(labels.names[i], static_cast<std::int32_t>(i));
    for (const Table::Row& row : table.rows()) {
        const auto [entry, fresh] = known.try_emplace(row.label, -1);
        if (fresh && labels.by_number) entry->second = written_id(row.label, labels.names.size());
        ids.push_back(entry->second);
    }
    return ids;
}

} // namespace

std::vector<std::int32_t> label_ids(const Table& table, const LabelMap& labels) {
    std::vector<std::int32_t> ids = known_ids(table, labels);
    const auto unknown = std::find(ids.begin(), ids.end(), -1);
    if (unknown == ids.end()) return ids;
    const Table::Row& row = table.rows()[static_cast<std::size_t>(unknown - ids.begin())];
    fail_unknown_label(table, row, row.label, labels);
}

void fail_unknown_label(const Table& table, const Table::Row& row, std::string_view label,
                        const LabelMap& labels) {
    std::string known = listed(labels.names);
    if (labels.by_number) known += fmt::format(" as 0 to {}", labels.names.size() - 1);
    throw Error(ErrorId::label_unknown, {shown(label), known}, place(table, row));
}

std::vector<std::uint32_t> rows_of_unseen_labels(const Table& table, const LabelMap& labels) {
    if (labels.has_lists) return rows_of_unseen_sets(table, labels);
    std::vector<std::uint32_t> rows;
    const std::vector<std::int32_t> ids = known_ids(table, labels);
    for (std::uint32_t row = 0; row < ids.size(); ++row)
        if (ids[row] < 0) rows.push_back(row);
    return rows;
}

Table without_unseen_labels(const Table& table, const LabelMap& labels) {
    const std::vector<std::uint32_t> unseen = rows_of_unseen_labels(table, labels);
    if (unseen.size() == table.rows().size())
        throw Error(ErrorId::no_row_with_known_label, {}, table.path().string());
    return table.without(unseen, [](const Table::Row& row) {
        return RowFault{RowFault::Kind::unknown_label, {shown(row.label)}};
    });
}

} // namespace tunedesk::data
