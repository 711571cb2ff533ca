// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/files/corrected.h"

#include "base/error.h"
#include "base/json.h"
#include "base/phrase.h"
#include "base/text.h"
#include "data/files/shown.h"
#include "data/files/source.h"
#include "data/files/text_scan.h"
#include "data/rows/csv.h"
#include "data/rows/json_scanner.h"
#include "data/rows/jsonl.h"
#include "data/rows/row_sink.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

namespace tunedesk::data {

namespace {

/// A replacement of a piece of the text.
struct Edit {
    std::size_t begin = 0, end = 0;
    std::string text;
};

[[noreturn]] void fail(const fs::path& path, std::uint64_t line, const std::string& what) {
    throw Error(ErrorId::label_change_refused, {what}, fmt::format("{}:{}", path.string(), line));
}

/// A JSON number is replaced by a number if the new label is one.
bool is_json_number(const std::string& text) {
    JsonScanner scanner(text);
    JsonScanner::Value value;
    return !find_text_fault(text) && scanner.value(value) && scanner.finished() &&
           value.kind == JsonScanner::Kind::number;
}

Edit edit_of(std::string_view text, std::string_view raw, Format format, bool has_quotes,
             const LabelChange& change, const fs::path& path) {
    const auto begin = static_cast<std::size_t>(raw.data() - text.data());
    Edit edit{begin, begin + raw.size(), change.label};
    const bool quoted = begin > 0 && text[begin - 1] == '"' && has_quotes;
    if (quoted) {
        --edit.begin;
        if (edit.end < text.size() && text[edit.end] == '"') ++edit.end;
    }
    if (format == Format::jsonl) {
        if (quoted || !is_json_number(change.label))
            edit.text = Json(change.label).dump(-1, ' ', false, Json::error_handler_t::replace);
        return edit;
    }
    if (format == Format::tsv && change.label.find_first_of("\t\r\n") != std::string::npos)
        fail(path, change.line,
             TUNEDESK_TRANSLATABLE("ErrorDetail",
                                   "a label in a TSV file cannot contain a tab or a line break"));
    if (!has_quotes) return edit;
    edit.text = csv_field(change.label);
    if (quoted && edit.text == change.label) edit.text = '"' + change.label + '"';
    return edit;
}

std::string edited(std::string_view text, const std::vector<Edit>& edits) {
    std::string result;
    std::size_t at = 0;
    for (const Edit& edit : edits) {
        result.append(text, at, edit.begin - at).append(edit.text);
        at = edit.end;
    }
    return result.append(text, at);
}

} // namespace

CorrectedFile
correct_labels(const fs::path& path, const TableSpec& spec,
               const std::function<std::vector<LabelChange>(const std::vector<Table::Row>&)>& changes) {
    if (spec.tags)
        fail(path, 1, TUNEDESK_TRANSLATABLE("ErrorDetail", "rows have a tag for each word; edit the file"));
    const FileKind kind = kind_of_name(path);
    const Source source = read_source(path, kind);
    const std::string_view whole = source.bytes.text();
    std::string_view text = whole;
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    RowSink sink(text, kind.format != Format::jsonl);
    std::vector<RowSink::LabelPlace> places;
    sink.label_places = &places;
    bool has_quotes = true;
    if (kind.format == Format::jsonl) {
        read_jsonl(text, spec, path.string(), sink);
    } else {
        const Dialect dialect = dialect_of(kind.format, text);
        has_quotes = dialect.quotes;
        read_delimited(text, dialect, spec, path.string(), sink);
    }
    if (!sink.has_label) fail(path, 1, TUNEDESK_TRANSLATABLE("ErrorDetail", "the file has no labels"));

    std::unordered_map<std::uint64_t, std::size_t> rows;
    for (std::size_t i = 0; i < sink.rows.size(); ++i)
        rows.emplace(sink.rows[i].line, i);
    CorrectedFile result;
    std::vector<Edit> edits;
    for (const LabelChange& change : changes(sink.rows)) {
        const auto found = rows.find(change.line);
        if (found == rows.end())
            fail(path, change.line,
                 TUNEDESK_TRANSLATABLE("ErrorDetail", "no row that the run has used begins here"));
        const Table::Row& row = sink.rows[found->second];
        if (row.label == change.label) continue;
        if (change.label.empty() || find_invalid_utf8(change.label))
            fail(path, change.line, TUNEDESK_TRANSLATABLE("ErrorDetail", "a label cannot be empty"));
        edits.push_back(edit_of(whole, places[found->second].raw, kind.format, has_quotes, change, path));
        result.changes.push_back(
            {change.line, places[found->second].row, std::string(row.label), change.label});
    }
    std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
    std::sort(result.changes.begin(), result.changes.end(),
              [](const ChangedLabel& a, const ChangedLabel& b) { return a.line < b.line; });
    for (std::size_t i = 1; i < edits.size(); ++i)
        if (edits[i].begin < edits[i - 1].end)
            fail(path, result.changes[i].line,
                 TUNEDESK_TRANSLATABLE("ErrorDetail", "the row's label is changed twice"));
    result.text = edited(whole, edits);
    return result;
}

} // namespace tunedesk::data
