// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/files/source.h"
#include "data/rows/row_sink.h"

#include <string>
#include <string_view>

namespace tunedesk::data {

struct Dialect {
    char delimiter = ',';
    bool quotes = true; ///< false: quotes are ordinary characters (TSV in GLUE's format)
};

/// The dialect of a text. CSV has quotes. TSV has none, as in GLUE, unless its quotes show that csv.writer or
/// pandas wrote it: quoted fields with doubled quotes, or with a tab or line break for which the header has
/// no column, or a header of quoted names; and hardly any quote that such writers would not produce.
Dialect dialect_of(Format format, std::string_view text);

/// Reads a header and its rows; fields are what Python's `csv` module gives for a file opened with
/// newline='': RFC 4180 with LF, CRLF or CR; empty lines are no rows; a quote inside an unquoted field stays;
/// text after a closing quote is appended to the field.
///
/// One deviation, so that a broken quote does not silently swallow rows: if the text between two quotes holds
/// a line break and the closing one is not followed by a delimiter or line end, or if there is no closing
/// quote, the opening quote is broken. Its row is rejected at that quote, up to the end of the line, and
/// reading continues with the next line. If, however, text follows the closing quote and the lines look like
/// one row (the quote does not begin a field, its line has an odd number of quotes, and not every line before
/// is a row by itself), they are rejected as one row.
///
/// Also rejected: a wrong number of fields, a field over 16 MiB, and what RowSink rejects. Throws Error 3107
/// (unusable header), 3137 (no header), 3127 and 3128 (a header with other separators), and the errors of
/// fail_missing_column().
void read_delimited(std::string_view text, const Dialect& dialect, const TableSpec& spec,
                    const std::string& where, RowSink& sink);

/// Division of a large text for several threads.
struct Pieces {
    int threads = 1;
    std::size_t bytes = std::size_t{8} << 20; ///< size of a piece
};

/// Returns the same result using several threads. Each thread starts at a position that looks like the
/// beginning of a row; a piece whose start differs from the end of the previous one is read again from there,
/// so that a wrong guess only costs time.
void read_delimited(std::string_view text, const Dialect& dialect, const TableSpec& spec,
                    const std::string& where, RowSink& sink, const TextScan& scan, const Pieces& pieces);

} // namespace tunedesk::data
