#pragma once

#include "data/row_sink.h"

#include <string>
#include <string_view>

namespace tunedesk::data {

struct Dialect {
    char delimiter = ',';
    bool quotes = true; ///< false: a quote is a character as any other (TSV as GLUE writes it)
};

/// Reads a header and its rows; fields are what Python's `csv` module gives for a file opened with
/// newline='': RFC 4180 with LF, CRLF or CR; empty lines are no rows; a quote inside an unquoted field stays;
/// text after a closing quote is appended to the field.
///
/// One deviation, for a broken quote must not swallow rows silently: where the text between two quotes holds
/// a line break and the closing one is not followed by a delimiter or a line's end, or where no closing quote
/// comes at all, the opening quote counts as broken. Its row is rejected at that quote, up to the line's end,
/// and reading goes on with the next line.
///
/// Rejected too: another number of fields than the header has, a field over 16 MiB, and what RowSink rejects.
/// Throws Error 3103 (missing column), 3107 (unusable header), 3108 (no header).
void read_delimited(std::string_view text, const Dialect& dialect, const TableSpec& spec,
                    const std::string& where, RowSink& sink);

} // namespace tunedesk::data
