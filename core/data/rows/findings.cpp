// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/rows/findings.h"

#include "base/error.h"
#include "base/text.h"
#include "data/files/shown.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace tunedesk::data {

namespace {

constexpr std::pair<Finding::Kind, std::string_view> finding_names[] = {
    {Finding::Kind::rejected_rows, "rejected-rows"},
    {Finding::Kind::unseen_labels, "unseen-labels"},
    {Finding::Kind::repeated_header, "repeated-header"},
    {Finding::Kind::quoted_fields, "quoted-fields"},
    {Finding::Kind::look_alike_labels, "look-alike-labels"},
    {Finding::Kind::many_classes, "many-classes"},
    {Finding::Kind::rare_class, "rare-class"},
    {Finding::Kind::leak, "leak"},
};

Finding finding(Finding::Kind kind, const std::string& split, const std::string& file) {
    Finding finding;
    finding.kind = kind;
    finding.split = split;
    finding.file = file;
    return finding;
}

std::optional<Finding> rejected_rows(const Table& table, const std::string& split, bool skips) {
    if (table.rejected_count() == 0) return std::nullopt;
    Finding found = finding(Finding::Kind::rejected_rows, split, table.path().string());
    found.count = table.rejected_count();
    found.blocks = !skips;
    for (const Rejected& row : table.rejected())
        found.rows.push_back({row.line, row.column, row.fault, 0});
    found.message = fmt::format("{}: {} rows {}, the first in line {}: {}", found.file, grouped(found.count),
                                skips ? "are left out (data.bad_rows: skip)"
                                      : "cannot be used (data.bad_rows: skip leaves them out)",
                                table.rejected().front().line, sentence(table.rejected().front().fault));
    return found;
}

std::optional<Finding> repeated_header(const Table& table, const std::string& split) {
    if (table.repeated_headers().empty()) return std::nullopt;
    Finding found = finding(Finding::Kind::repeated_header, split, table.path().string());
    found.count = table.repeated_headers().size();
    for (const std::uint64_t line : table.repeated_headers())
        if (found.rows.size() < most_finding_rows)
            found.rows.push_back({line, 0, RowFault{RowFault::Kind::repeated_header}, 0});
    found.message = fmt::format("{}: {} rows repeat the header and are read as rows, the first in line {}",
                                found.file, grouped(found.count), found.rows.front().line);
    return found;
}

std::optional<Finding> quoted_fields(const Table& table, const std::string& split) {
    if (!table.reads_quotes()) return std::nullopt;
    Finding found = finding(Finding::Kind::quoted_fields, split, table.path().string());
    found.message =
        found.file + ": its fields are quoted, as csv.writer and pandas write TSV: they are read so";
    return found;
}

std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t limit = 10;
    std::string text;
    for (std::size_t i = 0; i < std::min(limit, names.size()); ++i)
        text += (i ? ", " : "") + shown(names[i]);
    return names.size() > limit ? text + ", ..." : text;
}

/// Finds names that differ only in case (of ASCII letters) or surrounding spaces: one finding per group.
void add_look_alikes(std::vector<Finding>& found, const LabelMap& labels,
                     const std::vector<std::uint64_t>& counts, const std::string& file) {
    std::map<std::string, std::vector<std::size_t>> alike;
    for (std::size_t i = 0; i < labels.names.size(); ++i)
        alike[ascii_lower(trimmed(labels.names[i]))].push_back(i);
    for (const auto& [plain, group] : alike) {
        if (group.size() < 2) continue;
        Finding one = finding(Finding::Kind::look_alike_labels, "train", file);
        for (const std::size_t i : group) {
            one.labels.push_back(labels.names[i]);
            one.count += counts[i];
        }
        one.message =
            "labels that differ in case or spaces alone are classes of their own: " + listed(one.labels);
        found.push_back(std::move(one));
    }
}

void add_many_classes(std::vector<Finding>& found, std::size_t classes, std::size_t rows,
                      const std::string& file) {
    constexpr std::size_t many = 100, few_rows = 10;
    if (classes < many || rows >= classes * few_rows) return;
    Finding one = finding(Finding::Kind::many_classes, "train", file);
    one.count = rows;
    one.message = fmt::format("{} classes in {} rows: is data.label_column the right one? Each test row's "
                              "predictions have a number for each class",
                              grouped(classes), grouped(rows));
    found.push_back(std::move(one));
}

/// Finds classes with fewer than five rows, or less than one in a thousand.
void add_rare_classes(std::vector<Finding>& found, const LabelMap& labels,
                      const std::vector<std::uint64_t>& counts, std::size_t rows, const std::string& file) {
    constexpr std::uint64_t few = 5, share = 1000;
    Finding one = finding(Finding::Kind::rare_class, "train", file);
    std::string text;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] >= few && counts[i] * share >= rows) continue;
        one.labels.push_back(labels.names[i]);
        one.count += counts[i];
        constexpr std::size_t named = 10;
        if (one.labels.size() <= named)
            text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", shown(labels.names[i]), counts[i]);
        else if (one.labels.size() == named + 1)
            text += ", ...";
    }
    if (one.labels.empty()) return;
    one.message = fmt::format("{} classes have few training rows ({})", one.labels.size(), text);
    if (one.labels.size() == 1) one.message = fmt::format("a class has few training rows ({})", text);
    found.push_back(std::move(one));
}

} // namespace

std::string_view Finding::id() const {
    return std::find_if(std::begin(finding_names), std::end(finding_names),
                        [&](const auto& entry) { return entry.first == kind; })
        ->second;
}

Finding::Kind kind_of_finding(std::string_view id) {
    for (const auto& [kind, name] : finding_names)
        if (name == id) return kind;
    throw Error(ErrorId::finding_unknown, {shown(id)});
}

std::string_view name_of(Finding::Mend mend) {
    constexpr std::string_view names[] = {"none", "leave-out", "merge-labels", "remove-rows"};
    return names[static_cast<std::size_t>(mend)];
}

Finding::Mend Finding::mend() const {
    switch (kind) {
    case Kind::rejected_rows:
    case Kind::unseen_labels:
        return blocks ? Mend::leave_out : Mend::none;
    case Kind::look_alike_labels:
        return Mend::merge_labels;
    case Kind::repeated_header:
    case Kind::leak:
        return Mend::remove_rows;
    default:
        return Mend::none;
    }
}

std::vector<Finding> findings_of(const Table& table, const std::string& split, bool skips) {
    std::vector<Finding> found;
    for (auto one :
         {rejected_rows(table, split, skips), quoted_fields(table, split), repeated_header(table, split)})
        if (one) found.push_back(std::move(*one));
    return found;
}

std::optional<Finding> unseen_labels(const Table& table, const LabelMap& labels, const std::string& split,
                                     bool skips) {
    if (!table.has_labels()) return std::nullopt;
    Finding found = finding(Finding::Kind::unseen_labels, split, table.path().string());
    found.blocks = !skips;
    for (const std::uint32_t number : rows_of_unseen_labels(table, labels)) {
        const Table::Row& row = table.rows()[number];
        ++found.count;
        if (found.rows.size() < most_finding_rows)
            found.rows.push_back(
                {row.line, 0, RowFault{RowFault::Kind::unknown_label, {shown(row.label)}}, 0});
        if (found.labels.size() < most_finding_rows &&
            std::find(found.labels.begin(), found.labels.end(), row.label) == found.labels.end())
            found.labels.emplace_back(row.label);
    }
    if (found.count == 0) return std::nullopt;
    found.message =
        fmt::format("{}: {} rows {}, the first in line {}: no training row has the labels {}", found.file,
                    grouped(found.count), skips ? "are left out (data.bad_rows: skip)" : "cannot be tested",
                    found.rows.front().line, listed(found.labels));
    return found;
}

std::vector<Finding> findings_of(const LabelMap& labels, std::span<const std::int32_t> train_labels,
                                 const std::string& file) {
    std::vector<std::uint64_t> counts(labels.names.size());
    for (const std::int32_t label : train_labels)
        ++counts[static_cast<std::size_t>(label)];
    std::vector<Finding> found;
    add_look_alikes(found, labels, counts, file);
    add_many_classes(found, labels.names.size(), train_labels.size(), file);
    add_rare_classes(found, labels, counts, train_labels.size(), file);
    return found;
}

std::vector<Finding> leaks(std::span<const SplitRows> splits) {
    std::vector<Finding> found;
    for (std::size_t later = 1; later < splits.size(); ++later)
        for (std::size_t earlier = 0; earlier < later; ++earlier) {
            const SplitRows &held = splits[later], &kept = splits[earlier];
            const Duplicates same = find_duplicates(*kept.table, kept.rows, *held.table, held.rows);
            if (same.count == 0) continue;
            Finding one = finding(Finding::Kind::leak, held.name, held.table->path().string());
            one.count = same.count;
            one.twin_split = kept.name;
            one.twin_file = kept.table->path().string();
            for (const Duplicates::Twin& twin : same.twins)
                one.rows.push_back({twin.line, 0, {}, twin.of_line});
            one.message =
                fmt::format("{} rows {} {} are {} rows too: {}", grouped(same.count),
                            held.rows ? "cut off for the " + held.name + " of" : "of", one.file,
                            kept.name == "train" ? "training" : kept.name, fmt::join(same.places, ", "));
            found.push_back(std::move(one));
        }
    return found;
}

} // namespace tunedesk::data
