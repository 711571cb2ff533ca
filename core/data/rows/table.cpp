// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/rows/table.h"

#include "base/activity.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/host_figures.h"
#include "base/text.h"
#include "data/files/in_parallel.h"
#include "data/files/source.h"
#include "data/rows/csv.h"
#include "data/rows/jsonl.h"
#include "data/rows/lines.h"
#include "data/rows/row_sink.h"
#include "data/tags/conll.h"

#include <algorithm>
#include <cerrno>
#include <fmt/format.h>

namespace tunedesk::data {

struct Table::Storage {
    ByteBuffer bytes;
    FieldArena arena;
    std::shared_ptr<const Storage> base; ///< also referenced by views of this table
};

namespace {

constexpr std::size_t worth_threads = std::size_t{4} << 20; // smaller texts are read by one thread

/// The reasons of the first rejected rows: "5:1: 2 fields where the header has 3".
std::string first_reasons(const std::vector<Rejected>& rejected, std::uint64_t count) {
    constexpr std::size_t shown_rows = 10;
    std::string text;
    for (std::size_t i = 0; i < std::min(shown_rows, rejected.size()); ++i)
        text += fmt::format("{}{}:{}: {}", i ? "; " : "", rejected[i].line, rejected[i].column,
                            sentence(rejected[i].fault));
    if (count > shown_rows) text += fmt::format("; and {} more", grouped(count - shown_rows));
    return text;
}

/// The position of the first rejected row: "bad.csv:5:1".
std::string first_rejected(const Table& table) {
    const Rejected& row = table.rejected().front();
    return fmt::format("{}:{}:{}", table.path().string(), row.line, row.column);
}

/// The number of unusable rows, of all rows, and the reasons.
std::vector<std::string> rejections(const Table& table) {
    return {grouped(table.rejected_count()), grouped(table.total_count()),
            first_reasons(table.rejected(), table.rejected_count())};
}

/// A single equal column proves nothing: "text" may be a text.
std::vector<std::uint64_t> repeated_headers(const RowSink& sink, const TableSpec& spec) {
    std::vector<std::uint64_t> lines;
    const bool has_pair = !spec.text_pair_column.empty();
    if (!sink.has_label && !has_pair) return lines;
    for (const Table::Row& row : sink.rows)
        if (row.text == spec.text_column && (!has_pair || row.pair == spec.text_pair_column) &&
            (!sink.has_label || row.label == spec.label_column))
            lines.push_back(row.line);
    return lines;
}

void check_counts(const Table& table, bool skip) {
    if (!skip) require_all_used(table);
    if (!table.rows().empty()) return;
    if (table.rejected().empty()) throw Error(ErrorId::data_empty, {}, table.path().string());
    throw Error(ErrorId::no_usable_row, rejections(table), first_rejected(table));
}

} // namespace

Table read_table(const fs::path& path, const TableSpec& spec) {
    const std::string where = path.string();
    if (spec.text_column.empty()) throw Error(ErrorId::text_column_unset, {}, where);
    const FileKind kind = spec.tags ? kind_of_tagged_name(path) : kind_of_name(path, spec.texts);
    Source source = read_source(path, kind);
    Table table;
    const auto storage = std::make_shared<Table::Storage>();
    table.storage_ = storage;
    storage->bytes = std::move(source.bytes);
    std::string_view text = storage->bytes.text();
    if (const char* wide = wide_encoding(text)) throw Error(ErrorId::data_not_utf8, {wide, wide}, where);
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);

    const int threads = text.size() < worth_threads ? 1 : usable_cores();
    const TextScan scan = scan_text(text, threads);
    const bool lone_cr = kind.format == Format::csv || kind.format == Format::tsv;
    RowSink sink(text, lone_cr, scan, text.data());
    if (kind.format == Format::jsonl) {
        read_jsonl(text, spec, where, sink);
    } else if (kind.format == Format::conll) {
        read_conll(text, spec, where, sink);
    } else if (kind.format == Format::lines) {
        read_lines(text, sink);
    } else {
        const Dialect dialect = dialect_of(kind.format, text);
        read_delimited(text, dialect, spec, where, sink, scan, {threads});
        table.reads_quotes_ = kind.format == Format::tsv && dialect.quotes;
        table.repeated_headers_ = repeated_headers(sink, spec);
    }
    storage->arena = std::move(sink.arena);
    if (spec.tags) table.words_ = std::make_shared<const RowLists<ByteSpan>>(std::move(sink.words));
    table.rows_ = std::move(sink.rows);
    table.rejected_ = std::move(sink.rejected);
    table.rejected_count_ = sink.rejected_count;
    table.columns_ = std::move(sink.columns);
    table.has_labels_ = sink.has_label;
    table.path_ = path;
    table.file_hash_ = std::move(source.hash);
    table.file_bytes_ = source.file_bytes;
    table.modified_ns_ = source.modified_ns;
    check_counts(table, spec.skip_bad_rows);
    return table;
}

Table table_of(const fs::path& path, std::span<const NamedRow> rows, std::vector<Rejected> rejected,
               std::uint64_t rejected_count, std::string hash) {
    Table table;
    const auto storage = std::make_shared<Table::Storage>();
    table.storage_ = storage;
    FieldArena& arena = storage->arena;
    for (const NamedRow& row : rows) {
        table.rows_.push_back({arena.copy(row.text), {}, arena.copy(row.label), row.line});
        table.has_labels_ = table.has_labels_ || !row.label.empty();
    }
    table.rejected_count_ = rejected_count;
    if (rejected.size() > most_listed_rejections) rejected.resize(most_listed_rejections);
    table.rejected_ = std::move(rejected);
    table.path_ = path;
    table.file_hash_ = std::move(hash);
    check_counts(table, /*skip=*/true);
    return table;
}

std::span<const ByteSpan> Table::words_of(const Row& row) const {
    return row.words == Row::no_words ? std::span<const ByteSpan>() : words_->of(row.words);
}

Table Table::with_labels(const std::function<std::string(const Row&)>& label) const {
    Table changed = *this;
    const auto storage = std::make_shared<Storage>();
    storage->base = storage_;
    for (Row& row : changed.rows_)
        row.label = storage->arena.copy(label(row));
    changed.storage_ = storage;
    return changed;
}

Table Table::without(std::span<const std::uint32_t> rows,
                     const std::function<RowFault(const Row&)>& fault) const {
    Table rest = *this;
    rest.rows_.clear();
    auto next = rows.begin();
    for (std::uint32_t number = 0; number < rows_.size(); ++number) {
        const Row& row = rows_[number];
        if (next == rows.end() || *next != number) {
            rest.rows_.push_back(row);
            continue;
        }
        ++next;
        ++rest.rejected_count_;
        rest.rejected_.push_back({row.line, 1, fault(row)});
    }
    std::stable_sort(rest.rejected_.begin(), rest.rejected_.end(),
                     [](const Rejected& a, const Rejected& b) { return a.line < b.line; });
    if (rest.rejected_.size() > most_listed_rejections) rest.rejected_.resize(most_listed_rejections);
    return rest;
}

void require_all_used(const Table& table) {
    if (table.rejected().empty()) return;
    throw Error(ErrorId::rows_unusable, rejections(table), first_rejected(table));
}

void require_unchanged(const fs::path& path, std::uint64_t bytes, std::int64_t modified_ns,
                       const std::string& hash) {
    const activity::Waiting waiting(activity::Wait::disk);
    std::uint64_t size_now = 0;
    std::int64_t modified_now = 0;
    if (!file_stamp(path, size_now, modified_now))
        throw Error(ErrorId::data_gone, {errno_text(errno)}, path.string());
    if (size_now == bytes && modified_now == modified_ns) return;
    if (size_now != bytes)
        throw Error(ErrorId::data_size_changed, {grouped(bytes), grouped(size_now)}, path.string());
    if (const std::string now = file_hash(path, ErrorId::data_unreadable); now != hash)
        throw Error(ErrorId::data_hash_changed, {hash, now}, path.string());
}

} // namespace tunedesk::data
