// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/files/source.h"
#include "data/rows/row_sink.h"

#include <string>
#include <string_view>

namespace tunedesk::data {

struct Dialect {
    char delimiter = ',';
    bool quotes = true; ///< false: a quote is a character as any other (TSV as GLUE writes it)
};

/// CSV has quotes. TSV has none, as GLUE writes it, unless its own quotes say that csv.writer or pandas wrote
/// it: fields in quotes that hold doubled quotes, or a tab or line break that a row of the header's columns
/// has no place for, or a header of quoted names; and hardly any quote that such writers would not have
/// written.
Dialect dialect_of(Format format, std::string_view text);

/// Reads a header and its rows; fields are what Python's `csv` module gives for a file opened with
/// newline='': RFC 4180 with LF, CRLF or CR; empty lines are no rows; a quote inside an unquoted field stays;
/// text after a closing quote is appended to the field.
///
/// One deviation, for a broken quote must not swallow rows silently: where the text between two quotes holds
/// a line break and the closing one is not followed by a delimiter or a line's end, or where no closing quote
/// comes at all, the opening quote counts as broken. Its row is rejected at that quote, up to the line's end,
/// and reading continues with the next line. But where text follows the closing quote and the lines look like
/// one row (the quote does not begin a field, it leaves its line with an odd number of quotes, and not every
/// line before it is a row by itself), they are rejected as one row.
///
/// Rejected too: another number of fields than the header has, a field over 16 MiB, and what RowSink rejects.
/// Throws Error 3107 (unusable header), 3137 (no header), 3127 and 3128 (one with other separators), and what
/// fail_missing_column() throws.
void read_delimited(std::string_view text, const Dialect& dialect, const TableSpec& spec,
                    const std::string& where, RowSink& sink);

/// How a large text is read on several threads.
struct Pieces {
    int threads = 1;
    std::size_t bytes = std::size_t{8} << 20; ///< of a piece
};

/// Gives the same, on several threads. Each reads on from a place that looks like a row's beginning; a piece
/// that begins elsewhere than the one before it has ended is read again from there, so that what a guess
/// costs is time alone.
void read_delimited(std::string_view text, const Dialect& dialect, const TableSpec& spec,
                    const std::string& where, RowSink& sink, const TextScan& scan, const Pieces& pieces);

} // namespace tunedesk::data
