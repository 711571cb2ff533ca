// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/rows/label_sets.h"

#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "data/files/shown.h"

#include <algorithm>
#include <deque>
#include <fmt/format.h>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace tunedesk::data {

namespace {

/// Distinct names in their order.
class NameList {
public:
    void add(std::string_view label) {
        const std::string_view name = trimmed(label);
        if (!name.empty() && seen_.emplace(name).second) names_.emplace_back(name);
    }
    std::vector<std::string> take() { return std::move(names_); }

private:
    std::vector<std::string> names_;
    std::unordered_set<std::string> seen_;
};

/// Whether a JSON text contains an object, outside of strings.
bool has_object(std::string_view text) {
    bool in_string = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (!in_string && c == '{') return true;
        if (c == '"') in_string = !in_string;
        if (in_string && c == '\\') ++at;
    }
    return false;
}

/// ["a", "b"], [1, 2]: std::nullopt if the text is not a JSON list of names and numbers.
std::optional<std::vector<std::string>> json_list(std::string_view text) {
    if (has_object(text)) return std::nullopt; // the parser is slow with large ones
    const Json list = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (!list.is_array()) return std::nullopt;
    NameList labels;
    for (const Json& item : list) {
        if (item.is_structured() || item.is_null()) return std::nullopt;
        labels.add(item.is_string() ? item.get_ref<const std::string&>() : item.dump());
    }
    return labels.take();
}

/// Parses the contents of a bracketed list that is not JSON: names in quotes of either kind, with \ before a
/// quote that does not close them, or unquoted up to the next comma.
std::vector<std::string> quoted_list(std::string_view inside) {
    NameList labels;
    std::string name;
    char quote = 0;    ///< the open quote
    bool blank = true; ///< whether the current name is blank
    const auto end_name = [&] {
        labels.add(name);
        name.clear();
        quote = 0;
        blank = true;
    };
    for (std::size_t at = 0; at < inside.size(); ++at) {
        const char c = inside[at];
        const bool opens = !quote && (c == '"' || c == '\'') && blank;
        if (quote && c == '\\' && at + 1 < inside.size())
            name += inside[++at];
        else if (quote ? c == quote : c == ',')
            end_name();
        else if (opens)
            quote = c;
        else {
            name += c;
            blank = blank && trimmed({&c, 1}).empty();
        }
    }
    end_name();
    return labels.take();
}

} // namespace

std::vector<std::string> labels_in(std::string_view field, std::string_view separator) {
    const std::string_view text = trimmed(field);
    if (text.size() >= 2 && text.front() == '[' && text.back() == ']') {
        if (auto labels = json_list(text)) return *labels;
        return quoted_list(text.substr(1, text.size() - 2));
    }
    NameList labels;
    const std::string_view mark = trimmed(separator);
    const auto find = [&](std::size_t from) {
        return mark.empty() ? text.find_first_of(" \t", from) : text.find(mark, from);
    };
    std::size_t begin = 0;
    for (std::size_t end = find(0); end != std::string_view::npos; end = find(begin)) {
        labels.add(text.substr(begin, end - begin));
        begin = end + std::max<std::size_t>(1, mark.size());
    }
    labels.add(text.substr(begin));
    return labels.take();
}

std::string label_field(std::span<const std::string> labels) {
    const bool plain = std::ranges::none_of(labels, [](const std::string& label) {
        return label.starts_with('[') || label.find(',') != std::string::npos || trimmed(label) != label;
    });
    if (plain) return fmt::format("{}", fmt::join(labels, ", "));
    return Json(std::vector<std::string>(labels.begin(), labels.end()))
        .dump(-1, ' ', false, Json::error_handler_t::replace);
}

namespace {

/// Caches the labels by field text, so that equal fields are parsed once.
class FieldIds {
public:
    explicit FieldIds(const LabelMap& labels) : labels_(labels) {
        if (!labels.by_number)
            for (std::size_t i = 0; i < labels.names.size(); ++i)
                known_.try_emplace(labels.names[i], static_cast<std::int32_t>(i));
    }

    /// Ascending; -1, which is first, for labels that are not in the map.
    const std::vector<std::int32_t>& of(std::string_view field) {
        const auto [entry, fresh] = of_field_.try_emplace(field);
        if (!fresh) return entry->second;
        std::vector<std::int32_t>& ids = entry->second;
        for (const std::string& label : labels_in(field, labels_.separator))
            ids.push_back(id_of(label));
        std::ranges::sort(ids);
        ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
        return ids;
    }

    std::int32_t id_of(const std::string& label) const {
        if (labels_.by_number) return labels_.id_of(label);
        const auto found = known_.find(label);
        return found == known_.end() ? -1 : found->second;
    }

private:
    const LabelMap& labels_;
    std::unordered_map<std::string_view, std::int32_t> known_;
    std::unordered_map<std::string_view, std::vector<std::int32_t>> of_field_;
};

bool has_unseen(const std::vector<std::int32_t>& ids) {
    return !ids.empty() && ids.front() < 0;
}

} // namespace

LabelMap make_label_set_map(const Table& train, const std::vector<std::string>& model_labels,
                            std::string_view separator) {
    require_labels(train);
    std::deque<std::string> names; // referenced by the keys of `first`
    FirstOfLabel first;
    std::unordered_map<std::string_view, bool> read; // fields
    for (const Table::Row& row : train.rows()) {
        if (!read.try_emplace(row.label, true).second) continue;
        for (std::string& label : labels_in(row.label, separator))
            if (!first.contains(label)) first.emplace(names.emplace_back(std::move(label)), &row);
    }
    if (read.size() == 1 || first.empty())
        throw Error(ErrorId::one_label_set, {grouped(train.rows().size()), shown(train.rows().front().label)},
                    train.path().string());
    LabelMap map = order_labels(first, train, model_labels);
    map.has_lists = true;
    map.separator = separator;
    return map;
}

LabelSets label_sets(const Table& table, const LabelMap& labels) {
    FieldIds ids(labels);
    LabelSets sets(labels.names.size());
    for (const Table::Row& row : table.rows()) {
        const std::vector<std::int32_t>& of_row = ids.of(row.label);
        if (has_unseen(of_row))
            for (const std::string& label : labels_in(row.label, labels.separator))
                if (ids.id_of(label) < 0) fail_unknown_label(table, row, label, labels);
        sets.add(of_row);
    }
    return sets;
}

std::vector<std::uint32_t> rows_of_unseen_sets(const Table& table, const LabelMap& labels) {
    FieldIds ids(labels);
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 0; row < table.rows().size(); ++row)
        if (has_unseen(ids.of(table.rows()[row].label))) rows.push_back(row);
    return rows;
}

std::vector<std::int32_t> rarest_labels(const LabelSets& sets) {
    std::vector<std::size_t> counts(sets.classes());
    for (const std::int32_t id : sets.ids())
        ++counts[static_cast<std::size_t>(id)];
    std::vector<std::int32_t> rarest;
    rarest.reserve(sets.size());
    for (std::size_t row = 0; row < sets.size(); ++row) {
        const auto of_row = sets.of(row);
        const auto least = std::ranges::min_element(
            of_row, {}, [&](std::int32_t id) { return counts[static_cast<std::size_t>(id)]; });
        rarest.push_back(least == of_row.end() ? static_cast<std::int32_t>(sets.classes()) : *least);
    }
    return rarest;
}

} // namespace tunedesk::data
