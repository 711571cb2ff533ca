// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/rows/first_rows.h"

#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "data/batch/sample.h"
#include "data/rows/csv.h"

#include <algorithm>
#include <map>

namespace tunedesk::data {

namespace {

constexpr std::size_t most_shown_columns = 64, longest_cell = 4096;

/// Collects rows by line: training's reader processes the sample once per column.
class Collector {
public:
    Collector(std::vector<std::string> columns, std::size_t most) : most_(most) {
        found_.columns = std::move(columns);
    }

    void add(std::uint64_t line, std::size_t column, std::string_view value) {
        FirstRows::Row& row = rows_[line];
        row.line = line;
        row.cells.resize(found_.columns.size());
        row.cells[column] = std::string(value.substr(0, longest_cell));
    }

    void reject(std::uint64_t line, const RowFault& fault) {
        add(line, 0, "");
        rows_[line].fault = fault;
    }

    FirstRows take(bool whole) {
        if (!whole) drop_torn_end();
        found_.whole = whole && rows_.size() <= most_;
        for (auto& [line, row] : rows_) {
            if (found_.rows.size() == most_) break;
            found_.rows.push_back(std::move(row));
        }
        return std::move(found_);
    }

private:
    /// If the sample ends inside a quoted field, its quote looks broken and its lines look like rows: removes
    /// them.
    void drop_torn_end() {
        std::size_t index = 0;
        for (auto row = rows_.begin(); row != rows_.end(); ++row, ++index)
            if (index * 10 >= rows_.size() * 9 && has_broken_quote(row->second)) {
                rows_.erase(row, rows_.end());
                return;
            }
    }

    static bool has_broken_quote(const FirstRows::Row& row) {
        return row.fault && (row.fault->kind == RowFault::Kind::open_quote ||
                             row.fault->kind == RowFault::Kind::late_quote);
    }

    std::size_t most_;
    FirstRows found_;
    std::map<std::uint64_t, FirstRows::Row> rows_;
};

FirstRows delimited(const Sample& sample, const Dialect& dialect, const std::string& where,
                    std::size_t most) {
    TableSpec spec;
    spec.text_column.clear();
    spec.label_column.clear();
    RowSink header(sample.text, true);
    read_delimited(sample.text, dialect, spec, where, header);
    std::vector<std::string> columns = header.columns;
    if (columns.size() > most_shown_columns) columns.resize(most_shown_columns);
    Collector rows(columns, most);
    for (std::size_t column = 0; column < columns.size(); ++column) {
        if (columns[column].empty()) continue;
        spec.text_column = columns[column];
        RowSink sink(sample.text, true);
        read_delimited(sample.text, dialect, spec, where, sink);
        for (const Table::Row& row : sink.rows)
            rows.add(row.line, column, row.text);
        for (const Rejected& bad : sink.rejected)
            if (bad.fault.kind != RowFault::Kind::empty_text) rows.reject(bad.line, bad.fault);
    }
    return rows.take(sample.whole);
}

FirstRows json_lines(const Sample& sample, std::size_t most) {
    std::vector<std::pair<std::uint64_t, Json>> objects;
    std::vector<std::string> columns;
    std::map<std::uint64_t, RowFault> bad;
    std::uint64_t line = 0;
    for (const std::string_view text : split(sample.text, '\n')) {
        ++line;
        if (trimmed(text).empty()) continue;
        if (objects.size() + bad.size() > most) break;
        try {
            Json row = parse_json(text, "", ErrorId::row_not_json, {1u << 20, 64});
            if (!row.is_object()) {
                bad[line] = {RowFault::Kind::no_object};
                continue;
            }
            for (const auto& [name, value] : row.items())
                if (columns.size() < most_shown_columns &&
                    std::find(columns.begin(), columns.end(), name) == columns.end())
                    columns.push_back(name);
            objects.emplace_back(line, std::move(row));
        } catch (const Error& error) {
            bad[line] = {RowFault::Kind::other, error.values()};
        }
    }
    if (columns.empty()) throw Error(ErrorId::json_rows_missing);
    Collector rows(columns, most);
    for (const auto& [at, row] : objects)
        for (std::size_t column = 0; column < columns.size(); ++column)
            if (const auto value = row.find(columns[column]); value != row.end())
                rows.add(at, column, value->is_string() ? value->get<std::string>() : value->dump());
    for (const auto& [at, fault] : bad)
        rows.reject(at, fault);
    return rows.take(sample.whole);
}

} // namespace

FirstRows read_first_rows(const fs::path& path, std::size_t most, std::size_t sample_bytes) {
    const FileKind kind = kind_of_name(path);
    const Sample sample = read_sample(path, kind, sample_bytes);
    if (kind.format == Format::jsonl) return json_lines(sample, most);
    return delimited(sample, dialect_of(kind.format, sample.text), path.string(), most);
}

} // namespace tunedesk::data
