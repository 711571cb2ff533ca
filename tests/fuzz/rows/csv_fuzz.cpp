// SPDX-License-Identifier: GPL-3.0-or-later
// CSV and TSV against a plain second implementation of csv.h's rules, and cut at row boundaries.
#include "base/text.h"
#include "data/rows/csv.h"
#include "data/unicode/unicode.h"

#include "fuzz/replay.h"

#include <algorithm>
#include <optional>
#include <string>

using namespace tunedesk;
using namespace tunedesk::data;

namespace {

const std::string header = "a,b,c\n";

struct Rows {
    std::vector<std::vector<std::string>> used;
    std::uint64_t rejected = 0;
    std::vector<std::uint64_t> lines;
    bool operator==(const Rows& other) const { return used == other.used && rejected == other.rejected; }
};

Rows read(const std::string& text, const Dialect& dialect) {
    RowSink sink(text, true);
    TableSpec spec;
    spec.text_column = "a";
    spec.text_pair_column = "b";
    spec.label_column = "c";
    read_delimited(text, dialect, spec, "fuzz", sink);
    Rows rows;
    rows.rejected = sink.rejected_count;
    for (const Table::Row& row : sink.rows) {
        rows.used.push_back({std::string(row.text), std::string(row.pair), std::string(row.label)});
        rows.lines.push_back(row.line);
    }
    for (const Rejected& row : sink.rejected)
        if (row.line == 0 || row.column == 0 || sentence(row.fault).empty())
            throw std::logic_error("no place");
    return rows;
}

bool is_break(char c) {
    return c == '\n' || c == '\r';
}

/// A record from `at` on, byte by byte; nothing where a quote is broken, with `at` at that quote and `wrong`
/// at the one that text follows, if there is one.
std::optional<std::vector<std::string>> record(const std::string& text, std::size_t& at,
                                               const Dialect& dialect, std::size_t& wrong) {
    std::vector<std::string> fields(1);
    enum { start, plain, quoted, closed } state = start;
    std::size_t opened = 0;
    bool several_lines = false;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        std::string& field = fields.back();
        if (state == quoted) {
            if (c == '"')
                state = closed;
            else
                field += c;
            several_lines |= c != '"' && is_break(c);
        } else if (is_break(c)) {
            break;
        } else if (c == dialect.delimiter) {
            fields.emplace_back();
            state = start;
        } else if (c == '"' && dialect.quotes && state == start) {
            state = quoted;
            opened = at;
            several_lines = false;
        } else if (c == '"' && state == closed) {
            field += c;
            state = quoted;
        } else {
            if (state == closed && several_lines) {
                wrong = at - 1;
                at = opened;
                return std::nullopt;
            }
            field += c;
            state = plain;
        }
    }
    if (state == quoted) {
        at = opened;
        return std::nullopt;
    }
    return fields;
}

/// csv.h's rule for a row whose quoted line break is followed by text, line by line.
bool looks_like_one_row(const std::string& text, std::size_t begin, std::size_t wrong,
                        const Dialect& dialect) {
    if (is_break(text[wrong - 1]) || text[wrong - 1] == dialect.delimiter) return false;
    std::vector<std::string> lines(1);
    std::size_t at = begin;
    for (; at < text.size() && (at < wrong || !is_break(text[at])); ++at) {
        if (!is_break(text[at]))
            lines.back() += text[at];
        else if (!lines.back().empty())
            lines.emplace_back();
    }
    const std::string last = lines.back();
    lines.pop_back();
    const auto is_row = [&](const std::string& line) {
        return std::count(line.begin(), line.end(), dialect.delimiter) == 2;
    };
    return std::count(last.begin(), last.end(), '"') % 2 == 1 &&
           (lines.size() == 1 || !std::all_of(lines.begin(), lines.end(), is_row));
}

bool is_blank(std::string_view text) {
    for (std::size_t at = 0; at < text.size();)
        if (!unicode::is_white_space(unicode::next(text, at))) return false;
    return true;
}

Rows expected(const std::string& text, const Dialect& dialect) {
    Rows rows;
    bool first = true;
    for (std::size_t at = 0; at < text.size();) {
        if (is_break(text[at])) {
            ++at;
            continue;
        }
        const std::size_t begin = at;
        std::size_t wrong = 0;
        const auto fields = record(text, at, dialect, wrong);
        if (!fields && !first && wrong > 0 && looks_like_one_row(text, begin, wrong, dialect)) at = wrong;
        if (!fields) // to the end of the broken quote's line
            while (at < text.size() && !is_break(text[at]))
                ++at;
        if (std::exchange(first, false)) continue;
        const std::string bytes = text.substr(begin, at - begin);
        if (fields && fields->size() == 3 && !is_blank((*fields)[0]) && !is_blank((*fields)[2]) &&
            !find_invalid_utf8(bytes) && bytes.find('\0') == std::string::npos)
            rows.used.push_back(*fields);
        else
            ++rows.rejected;
    }
    return rows;
}

/// Offset at which a line (from 1) begins.
std::size_t line_start(const std::string& text, std::uint64_t line) {
    std::size_t at = 0;
    for (std::uint64_t i = 1; i < line; ++i) {
        while (at < text.size() && !is_break(text[at]))
            ++at;
        at += at + 1 < text.size() && text[at] == '\r' && text[at + 1] == '\n' ? 2 : 1;
    }
    return at;
}

int check(const std::string& body, const Dialect& dialect) {
    std::string head = header;
    std::replace(head.begin(), head.end(), ',', dialect.delimiter);
    const std::string text = head + body;
    const Rows rows = read(text, dialect);
    if (!(rows == expected(text, dialect))) throw std::logic_error("rows differ from the plain reader's");
    if (rows.used.empty()) return 0;
    // Cut before any used row: both parts together give the rows of the whole.
    const std::size_t cut = line_start(text, rows.lines[rows.lines.size() / 2]);
    Rows parts = read(text.substr(0, cut), dialect);
    const Rows rest = read(head + text.substr(cut), dialect);
    parts.used.insert(parts.used.end(), rest.used.begin(), rest.used.end());
    parts.rejected += rest.rejected;
    if (!(parts == rows)) throw std::logic_error("rows differ when the text is cut between two");
    return 0;
}

int fuzz_one(const std::uint8_t* data, std::size_t size) {
    const std::string body(reinterpret_cast<const char*>(data), size);
    check(body, {.delimiter = ',', .quotes = true});
    check(body, {.delimiter = '\t', .quotes = false});
    // The first line as a header: any error must be one of the documented.
    try {
        RowSink sink(body, true);
        read_delimited(body, {}, {}, "fuzz", sink);
    } catch (const Error& error) {
        constexpr ErrorId expected[] = {ErrorId::column_missing,  ErrorId::column_misspelled,
                                        ErrorId::header_has_tabs, ErrorId::header_has_semicolons,
                                        ErrorId::header_unusable, ErrorId::header_missing};
        if (std::ranges::none_of(expected, [&](ErrorId id) { return error.is(id); })) throw;
    }
    return 0;
}

int reader(const std::uint8_t* data, std::size_t size) try {
    TableSpec spec;
    spec.text_column = "a";
    spec.label_column = "b";
    RowSink sink({reinterpret_cast<const char*>(data), size}, true);
    read_delimited({reinterpret_cast<const char*>(data), size}, {}, spec, "fuzz", sink);
    return 0;
} catch (const Error&) {
    return 0;
}

} // namespace

class CsvFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 36, 49
    void corpus() { replay("csv", 8000, fuzz_one, {Grammar::text, reader}); }
};

QTEST_GUILESS_MAIN(CsvFuzz)
#include "csv_fuzz.moc"
