// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/published_table.h"

#include "base/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::report {

namespace {

using Read = std::optional<double>;

bool has_gpu(const ComparedRun& run) {
    return run.summary.report && run.summary.report->peak_gpu_bytes > 0;
}

/// What the table compares.
struct Column {
    const char* title;
    const char* figure; ///< its key where the run had no GPU
    const char* on_gpu; ///< its key where it had one
    bool has_share;     ///< of the first run's
};
constexpr Column columns[] = {
    {"time", "train_seconds", "train_seconds", true},
    {"accuracy", "accuracy", "accuracy", false},
    {"peak memory", "peak_rss_bytes", "peak_gpu_bytes", true},
};

const Figure& figure_of(const Column& column, const ComparedRun& run) {
    return *find_figure(has_gpu(run) ? column.on_gpu : column.figure);
}

std::string in_published_unit(const Figure& figure, double value) {
    return figure.unit == Unit::bytes ? fmt::format("{:.2f} GB", value / 1e9) : shown(figure, value);
}

/// "08:15 (38 %)".
std::string cell(const Figure& figure, Read value, Read first) {
    if (!value) return "-";
    std::string text = in_published_unit(figure, *value);
    if (first && *first > 0 && *first != *value) text += fmt::format(" ({:.0f} %)", 100 * *value / *first);
    return text;
}

void add_column(TextTable& table, std::span<const ComparedRun> runs, const Column& column) {
    Read first, first_published;
    bool any = false;
    for (const ComparedRun& run : runs) {
        const Figure& figure = figure_of(column, run);
        const Read ours = figure.read(run), published = published_figure(run, figure);
        any = any || published;
        if (!column.has_share || first || !ours || !published) continue;
        first = ours;
        first_published = published;
    }
    if (!any) return;
    table.header.insert(table.header.end(), {column.title, "published"});
    table.numeric.insert(table.numeric.end(), {true, true});
    for (std::size_t r = 0; r < runs.size(); ++r) {
        const Figure& figure = figure_of(column, runs[r]);
        table.rows[r].push_back(cell(figure, figure.read(runs[r]), first));
        table.rows[r].push_back(cell(figure, published_figure(runs[r], figure), first_published));
    }
}

std::string experiment(const Published* entry) {
    if (!entry) return "-";
    return entry->title + ", " + entry->hardware + (entry->note.empty() ? "" : "; " + entry->note);
}

Read published_value(const Published& entry, Unit unit) {
    switch (unit) {
    case Unit::bytes:
        return entry.peak_memory_bytes;
    case Unit::seconds:
        return entry.train_seconds;
    default:
        return entry.accuracy;
    }
}

/// "0.05 GB (1.01 × weights)".
std::string multiple(const Figure& figure, const ComparedRun& run, const std::string& against) {
    const Read value = figure.read(run);
    std::string text = cell(figure, value, {});
    const Figure* base = find_figure(against);
    const Read of = base ? base->read(run) : std::nullopt;
    if (value && of && *of > 0) text += fmt::format(" ({:.2f} × {})", *value / *of, ascii_lower(base->title));
    return text;
}

/// What was published of one figure of a run's experiment, in that unit's columns.
std::vector<std::string> part_row(const TextTable& table, const ComparedRun& run, const std::string& name,
                                  const Published& entry, const Figure& figure) {
    std::vector<std::string> row(table.header.size(), "-");
    row.front() = name + ", " + ascii_lower(figure.title);
    row.back() = experiment(&entry);
    for (const Column& column : columns) {
        const auto found = std::ranges::find(table.header, column.title);
        if (find_figure(column.figure)->unit != figure.unit || found == table.header.end()) continue;
        const auto at = static_cast<std::size_t>(found - table.header.begin());
        row[at] = multiple(figure, run, entry.against);
        row[at + 1] = cell(figure, published_value(entry, figure.unit), {});
    }
    return row;
}

void add_part_rows(TextTable& table, std::span<const ComparedRun> runs, std::span<const std::string> names) {
    for (std::size_t r = runs.size(); r-- > 0;)
        for (const Published& entry : published()) {
            const Published* whole = published_of(runs[r]);
            const Figure* figure = find_figure(entry.figure);
            if (whole && figure && entry.part_of == whole->recipe)
                table.rows.insert(table.rows.begin() + static_cast<std::ptrdiff_t>(r) + 1,
                                  part_row(table, runs[r], names[r], entry, *figure));
        }
}

} // namespace

const Published* published_of(const ComparedRun& run) {
    for (const auto& [key, value] : run.settings)
        if (key == "recipe") return find_published(value);
    return nullptr;
}

std::optional<double> published_figure(const ComparedRun& run, const Figure& figure) {
    const Published* entry = published_of(run);
    if (!entry) return std::nullopt;
    if (figure.key == "accuracy") return entry->accuracy;
    if (figure.key == "train_seconds") return entry->train_seconds;
    if (figure.key == (has_gpu(run) ? "peak_gpu_bytes" : "peak_rss_bytes")) return entry->peak_memory_bytes;
    return std::nullopt;
}

TextTable published_table(std::span<const ComparedRun> runs, std::span<const std::string> names) {
    TextTable table{{"run"}, {}, {false}};
    if (std::ranges::none_of(runs, [](const ComparedRun& run) { return published_of(run) != nullptr; }))
        return table;
    for (std::size_t r = 0; r < runs.size(); ++r)
        table.rows.push_back({names[r]});
    for (const Column& column : columns)
        add_column(table, runs, column);
    table.header.emplace_back("published experiment");
    for (std::size_t r = 0; r < runs.size(); ++r)
        table.rows[r].push_back(experiment(published_of(runs[r])));
    add_part_rows(table, runs, names);
    return table;
}

} // namespace tunedesk::report
