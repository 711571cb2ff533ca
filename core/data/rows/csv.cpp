// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/rows/csv.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/text.h"
#include "data/files/in_parallel.h"
#include "data/files/shown.h"
#include "data/rows/flag_columns.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace tunedesk::data {

namespace {

struct Field {
    const char* begin = nullptr; ///< start of the contents, after the opening quote
    const char* end = nullptr;
    bool rewritten = false; ///< has quotes that are not part of the value
    std::size_t size() const { return static_cast<std::size_t>(end - begin); }
};

enum class Stop { delimiter, row_end, broken_quote };

class FieldReader {
public:
    FieldReader(std::string_view text, const Dialect& dialect, const char* begin)
        : at_(begin), end_(text.data() + text.size()), dialect_(dialect) {
        for (const char c : {'\n', '\r', dialect.delimiter})
            stops_[static_cast<unsigned char>(c)] = true;
    }

    const char* at() const { return at_; }
    bool done() const { return at_ == end_; }
    static bool is_break(char c) { return c == '\n' || c == '\r'; }

    void skip_empty_lines() {
        while (at_ < end_ && is_break(*at_))
            ++at_;
    }
    /// Moves to the beginning of the next line.
    void skip_line() {
        while (at_ < end_ && !is_break(*at_))
            ++at_;
        take_break();
    }
    /// After broken_quote: if the lines from the row's beginning to the wrong closing quote look like one row
    /// of `columns` columns (csv.h), moves to the line after them and returns true.
    bool skip_broken_row(const char* row, std::size_t columns) {
        if (!wrong_close_ || is_break(wrong_close_[-1]) || wrong_close_[-1] == dialect_.delimiter)
            return false;
        const char* last_line = wrong_close_;
        while (!is_break(last_line[-1])) // there is a break before it
            --last_line;
        const char* const end = std::find_if(wrong_close_, end_, is_break);
        if (std::count(last_line, end, '"') % 2 == 0 || !is_part_of_row(row, last_line, columns))
            return false;
        at_ = wrong_close_;
        skip_line();
        return true;
    }
    /// Reads one field and returns what ends it. After broken_quote the position is at the opening quote.
    Stop next(Field& field) {
        if (dialect_.quotes && at_ < end_ && *at_ == '"') {
            if (!quoted(field)) return Stop::broken_quote;
        } else {
            field.begin = at_;
            field.rewritten = false;
            skip_plain();
            field.end = at_;
        }
        if (at_ < end_ && *at_ == dialect_.delimiter) {
            ++at_;
            return Stop::delimiter;
        }
        take_break();
        return Stop::row_end;
    }

private:
    /// Whether the lines are not all separate rows. A single line proves nothing.
    bool is_part_of_row(const char* from, const char* to, std::size_t columns) const {
        std::size_t lines = 0;
        while (from < to) {
            const char* const end = std::find_if(from, to, is_break);
            if (1 + static_cast<std::size_t>(std::count(from, end, dialect_.delimiter)) != columns)
                return true;
            ++lines;
            from = std::find_if_not(end, to, is_break);
        }
        return lines == 1;
    }
    void skip_plain() {
        while (at_ < end_ && !stops_[static_cast<unsigned char>(*at_)])
            ++at_;
    }
    void take_break() {
        if (at_ == end_) return;
        const bool carriage_return = *at_++ == '\r';
        if (carriage_return && at_ < end_ && *at_ == '\n') ++at_;
    }
    bool quoted(Field& field) {
        const char* const open = at_;
        field.begin = open + 1;
        field.rewritten = false;
        const char* close = field.begin;
        for (;;) {
            close = static_cast<const char*>(std::memchr(close, '"', static_cast<std::size_t>(end_ - close)));
            wrong_close_ = close;
            if (!close) return false;
            if (close + 1 == end_ || close[1] != '"') break;
            field.rewritten = true;
            close += 2;
        }
        field.end = close;
        at_ = close + 1;
        if (at_ == end_ || stops_[static_cast<unsigned char>(*at_)]) return true;
        if (std::find_if(field.begin, close, is_break) != close) {
            at_ = open;
            return false;
        }
        skip_plain();
        field.end = at_;
        field.rewritten = true;
        return true;
    }

    const char* at_;
    const char* const end_;
    /// after broken_quote: the closing quote that is followed by text, if any
    const char* wrong_close_ = nullptr;
    const Dialect dialect_;
    bool stops_[256] = {};
};

/// The value of a field after an opening quote: doubled quotes become one, a single one is removed and ends
/// the quoting.
std::string_view unquoted(const Field& field, FieldArena& arena) {
    char* const start = arena.room(field.size());
    char* out = start;
    const auto copy_to = [&](const char* from, const char* to) {
        std::memcpy(out, from, static_cast<std::size_t>(to - from));
        out += to - from;
    };
    const char* in = field.begin;
    for (;;) {
        const void* found = std::memchr(in, '"', static_cast<std::size_t>(field.end - in));
        const char* const quote = found ? static_cast<const char*>(found) : field.end;
        copy_to(in, quote);
        if (quote == field.end) break;
        if (quote + 1 == field.end || quote[1] != '"') { // end of the quoting: the rest is literal
            copy_to(quote + 1, field.end);
            break;
        }
        *out++ = '"';
        in = quote + 2;
    }
    return arena.keep(static_cast<std::size_t>(out - start));
}

std::string_view value_of(const Field& field, FieldArena& arena) {
    return field.rewritten ? unquoted(field, arena) : std::string_view(field.begin, field.size());
}

void read_header(FieldReader& reader, RowSink& sink, const std::string& where) {
    reader.skip_empty_lines();
    if (reader.done()) throw Error(ErrorId::header_missing, {}, where);
    const char* const begin = reader.at();
    const auto fail = [&](const std::string& what) {
        throw Error(ErrorId::header_unusable, {what}, where + ":1");
    };
    std::set<std::string> names;
    for (Stop stop = Stop::delimiter; stop == Stop::delimiter;) {
        Field field;
        stop = reader.next(field);
        if (stop == Stop::broken_quote) fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "a quote is not closed"));
        if (field.size() > 4096)
            fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "a name is longer than 4,096 bytes"));
        std::string name(value_of(field, sink.arena));
        // pandas writes its index without a name; several such columns are harmless, as none can be selected.
        if (!name.empty() && !names.insert(name).second) fail("two columns are called " + shown(name));
        sink.columns.push_back(std::move(name));
        if (sink.columns.size() > max_columns) fail(fmt::format("more than {} columns", max_columns));
    }
    if (const auto fault = find_text_fault({begin, static_cast<std::size_t>(reader.at() - begin)}))
        fail(sentence({fault->is_nul ? RowFault::Kind::nul_byte : RowFault::Kind::not_utf8}));
}

std::size_t column_of(const std::string& name, const RowSink& sink, const std::string& where, bool optional) {
    if (name.empty()) return max_columns;
    const auto found = std::find(sink.columns.begin(), sink.columns.end(), name);
    if (found != sink.columns.end()) return static_cast<std::size_t>(found - sink.columns.begin());
    if (optional) return max_columns;
    const auto is_all_with = [&](char separator) {
        return sink.columns.size() == 1 && sink.columns[0].find(separator) != std::string::npos;
    };
    if (is_all_with('\t')) throw Error(ErrorId::header_has_tabs, {shown(name)}, where);
    if (is_all_with(';')) throw Error(ErrorId::header_has_semicolons, {shown(name)}, where);
    fail_missing_column(name, sink.columns, where);
}

/// Reads one row and keeps only the selected fields.
class RowReader {
public:
    RowReader(FieldReader& reader, RowSink& sink, const TableSpec& spec, const std::string& where)
        : reader_(reader), sink_(sink), flags_(spec),
          label_lists_(spec.label_lists), wanted_{column_of(spec.text_column, sink, where, false),
                                                  column_of(spec.text_pair_column, sink, where, false),
                                                  column_of(spec.negative_column, sink, where, false)},
          needs_pair_(spec.needs_pair) {
        std::vector<std::size_t> labels;
        if (flags_.empty()) labels.push_back(column_of(spec.label_column, sink, where, spec.label_optional));
        for (const std::string& name : flags_.names())
            labels.push_back(column_of(name, sink, where, spec.label_optional));
        has_label_ = std::ranges::none_of(labels, [](std::size_t column) { return column == max_columns; });
        if (has_label_) wanted_.insert(wanted_.end(), labels.begin(), labels.end());
        kept_.resize(wanted_.size());
        for (std::size_t k = 0; k < wanted_.size(); ++k)
            if (wanted_[k] != max_columns) by_column_.emplace_back(wanted_[k], k);
        std::ranges::sort(by_column_);
    }

    void next() {
        const char* const begin = reader_.at();
        const char* too_long = nullptr;
        Field field;
        std::size_t fields = 0;
        auto wanted = by_column_.begin();
        for (Stop stop = Stop::delimiter; stop == Stop::delimiter; ++fields) {
            stop = reader_.next(field);
            if (stop == Stop::broken_quote) {
                const char* const quote = reader_.at();
                if (reader_.skip_broken_row(begin, sink_.columns.size()))
                    return sink_.reject(begin, quote, {RowFault::Kind::late_quote});
                reader_.skip_line();
                return sink_.reject(begin, quote, {RowFault::Kind::open_quote});
            }
            if (field.size() > max_field_bytes && !too_long) too_long = field.begin;
            for (; wanted != by_column_.end() && wanted->first == fields; ++wanted)
                kept_[wanted->second] = field;
        }
        if (too_long) return sink_.reject(begin, too_long, {RowFault::Kind::large_field});
        if (const std::size_t columns = sink_.columns.size(); fields == 1 && columns != 1)
            return sink_.reject(begin, begin, {RowFault::Kind::one_field, {std::to_string(columns)}});
        else if (fields != columns)
            return sink_.reject(
                begin, begin,
                {RowFault::Kind::field_count, {std::to_string(fields), std::to_string(columns)}});
        use(begin);
    }

    bool has_label() const { return has_label_; }

private:
    static constexpr std::size_t first_label = 3; ///< index among the selected columns, after the texts

    void use(const char* begin) {
        RowSink::Value values[first_label + 1];
        const std::size_t plain = flags_.empty() ? wanted_.size() : first_label;
        for (std::size_t k = 0; k < plain; ++k)
            if (wanted_[k] != max_columns)
                values[k] = {value_of(kept_[k], sink_.arena), true, {kept_[k].begin, kept_[k].size()}};
        flags_.begin();
        for (std::size_t k = plain; k < wanted_.size(); ++k)
            if (const std::string_view value = value_of(kept_[k], sink_.arena);
                !flags_.add(k - first_label, value))
                return sink_.reject(
                    begin, kept_[k].begin,
                    {RowFault::Kind::no_flag, {shown(flags_.names()[k - first_label]), shown(value)}});
        if (has_label_ && !flags_.empty()) values[first_label] = {flags_.field(sink_.arena), true};
        values[1].may_be_blank = !needs_pair_;
        values[first_label].may_be_blank = label_lists_;
        sink_.use(begin, reader_.at(), values[0], values[1], values[first_label], values[2]);
    }

    FieldReader& reader_;
    RowSink& sink_;
    FlagColumns flags_;
    const bool label_lists_;
    bool has_label_ = false;
    /// column numbers of text, second text and negative, then of the labels
    std::vector<std::size_t> wanted_;
    const bool needs_pair_;
    /// sorted columns with their indices in `wanted_`
    std::vector<std::pair<std::size_t, std::size_t>> by_column_;
    std::vector<Field> kept_;
};

/// Reads the rows that begin in [begin, limit) and returns the beginning of the next one.
const char* read_rows(std::string_view text, const Dialect& dialect, const TableSpec& spec,
                      const std::string& where, RowSink& sink, const char* begin, const char* limit) {
    FieldReader reader(text, dialect, begin);
    RowReader row(reader, sink, spec, where);
    sink.has_label = row.has_label();
    for (reader.skip_empty_lines(); !reader.done() && reader.at() < limit; reader.skip_empty_lines())
        row.next();
    return reader.at();
}

/// Whether the text from here parses as rows of `columns` fields.
bool looks_like_rows(std::string_view text, const Dialect& dialect, const char* begin, std::size_t columns) {
    constexpr int rows = 8;
    constexpr std::size_t far = std::size_t{1} << 20;
    const auto offset = static_cast<std::size_t>(begin - text.data());
    FieldReader reader(text.substr(0, std::min(text.size(), offset + far)), dialect, begin);
    for (int row = 0; row < rows; ++row) {
        reader.skip_empty_lines();
        if (reader.done()) break;
        std::size_t fields = 0;
        for (Stop stop = Stop::delimiter; stop == Stop::delimiter; ++fields) {
            Field field;
            stop = reader.next(field);
            if (stop == Stop::broken_quote) return false;
        }
        if (fields != columns) return reader.done() && row > 0; // the examined part may end inside a row
    }
    return true;
}

/// The first line from `from` on that looks like the beginning of a row, else the last one examined.
const char* likely_row(std::string_view text, const Dialect& dialect, const char* from, std::size_t columns) {
    constexpr int tries = 64;
    const char* const end = text.data() + text.size();
    const char* line = from;
    for (int i = 0; i < tries; ++i) {
        line = static_cast<const char*>(std::memchr(line, '\n', static_cast<std::size_t>(end - line)));
        if (!line) return end;
        ++line;
        if (looks_like_rows(text, dialect, line, columns)) break;
    }
    return line;
}

/// The bytes between two assumed row beginnings.
struct Piece {
    const char* begin = nullptr;
    const char* limit = nullptr;
    const char* next = nullptr; ///< required beginning of the next piece
    std::optional<RowSink> sink;
};

} // namespace

void read_delimited(std::string_view text, const Dialect& dialect, const TableSpec& spec,
                    const std::string& where, RowSink& sink) {
    FieldReader reader(text, dialect, text.data());
    read_header(reader, sink, where);
    read_rows(text, dialect, spec, where, sink, reader.at(), text.data() + text.size());
}

void read_delimited(std::string_view text, const Dialect& dialect, const TableSpec& spec,
                    const std::string& where, RowSink& sink, const TextScan& scan, const Pieces& how) {
    FieldReader header(text, dialect, text.data());
    read_header(header, sink, where);
    header.skip_empty_lines();
    const char* const end = text.data() + text.size();
    std::vector<Piece> pieces(static_cast<std::size_t>(end - header.at()) / how.bytes + 1);
    for_each_in_parallel(pieces.size(), how.threads, [&](std::size_t i) {
        pieces[i].begin = i == 0
                              ? header.at()
                              : likely_row(text, dialect, header.at() + i * how.bytes, sink.columns.size());
    });
    const auto read = [&](Piece& piece, const char* begin) {
        piece.sink.emplace(text, true, scan, begin);
        piece.sink->columns = sink.columns;
        piece.begin = begin;
        piece.next = read_rows(text, dialect, spec, where, *piece.sink, begin, piece.limit);
    };
    for (std::size_t i = 0; i < pieces.size(); ++i)
        pieces[i].limit = i + 1 < pieces.size() ? std::max(pieces[i].begin, pieces[i + 1].begin) : end;
    for_each_in_parallel(pieces.size(), how.threads, [&](std::size_t i) {
        FieldReader reader(text, dialect, pieces[i].begin);
        reader.skip_empty_lines();
        read(pieces[i], reader.at());
    });
    const char* at = header.at();
    std::uint64_t line = sink.line_of(at);
    std::size_t rows = 0;
    for (const Piece& piece : pieces)
        rows += piece.sink->rows.size();
    sink.rows.reserve(rows);
    sink.has_label = pieces.front().sink->has_label;
    for (Piece& piece : pieces) {
        if (piece.begin != at) read(piece, at);
        const std::uint64_t lines = piece.sink->line_of(piece.next) - 1;
        sink.append(std::move(*piece.sink), line);
        piece.sink.reset();
        line += lines;
        at = piece.next;
    }
}

} // namespace tunedesk::data
