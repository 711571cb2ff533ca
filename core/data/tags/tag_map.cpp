// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tags/tag_map.h"

#include "base/error.h"
#include "base/text.h"
#include "data/files/shown.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

namespace tunedesk::data {

std::vector<std::string_view> tags_of(const Table::Row& row) {
    if (row.label.empty()) return {};
    return split(row.label, ' ');
}

std::optional<TagScheme> scheme_of(const Table& table) {
    SchemeFinder finder;
    for (const Table::Row& row : table.rows())
        finder.add(tags_of(row));
    return finder.found();
}

Table in_scheme(const Table& table, TagScheme from, TagScheme to) {
    if (from == to) return table;
    return table.with_labels([&](const Table::Row& row) {
        const std::vector<std::string_view> tags = tags_of(row);
        return fmt::format("{}", fmt::join(tags_for(entities_in(tags, from), tags.size(), to), " "));
    });
}

Table in_iob2(const Table& table) {
    const std::optional<TagScheme> scheme = scheme_of(table);
    return scheme ? in_scheme(table, *scheme, TagScheme::iob2) : table;
}

EntityTags entity_tags(std::vector<std::string> names) {
    SchemeFinder finder;
    const std::vector<std::string_view> views(names.begin(), names.end());
    finder.add(views);
    if (const std::optional<TagScheme> scheme = finder.found())
        return {std::move(names), *scheme == TagScheme::iob1 ? TagScheme::iob2 : *scheme};
    const bool has_outside = std::ranges::find(names, "O") != names.end();
    for (std::string& name : names)
        if (name != "O") name.insert(0, has_outside ? "I-" : "B-");
    return {std::move(names), has_outside ? TagScheme::iob1 : TagScheme::iob2};
}

LabelMap make_tag_map(const Table& train, const std::vector<std::string>& model_labels) {
    require_labels(train);
    FirstOfLabel first;
    for (const Table::Row& row : train.rows())
        for (const std::string_view tag : tags_of(row))
            first.try_emplace(tag, &row);
    if (first.size() == 1)
        throw Error(ErrorId::one_label, {grouped(train.rows().size()), shown(first.begin()->first)},
                    train.path().string());
    LabelMap map = order_labels(first, train, model_labels);
    map.has_lists = true;
    map.separator = " ";
    return map;
}

RowLists<std::int32_t> tag_ids(const Table& table, const LabelMap& labels) {
    std::unordered_map<std::string_view, std::int32_t> known;
    RowLists<std::int32_t> ids;
    std::vector<std::int32_t> of_row;
    for (const Table::Row& row : table.rows()) {
        of_row.clear();
        for (const std::string_view tag : tags_of(row)) {
            const auto [entry, fresh] = known.try_emplace(tag, -1);
            if (fresh) entry->second = labels.id_of(tag);
            if (entry->second < 0) fail_unknown_label(table, row, tag, labels);
            of_row.push_back(entry->second);
        }
        ids.add(of_row);
    }
    return ids;
}

} // namespace tunedesk::data
