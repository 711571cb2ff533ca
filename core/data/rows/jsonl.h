// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/row_sink.h"

#include <string>
#include <string_view>

namespace tunedesk::data {

/// Reads one JSON object a line (RFC 8259; LF or CRLF; empty lines are no rows). Texts are strings; a label
/// is a string, a number (kept as written) or true or false. Other keys may hold anything, 64 levels deep at
/// most. Rejected: what is not one whole object, a key that is missing, given twice or of another type, a
/// string over 16 MiB, and what RowSink rejects. Throws what fail_missing_column() throws where no row has a
/// wanted key, and Error 3102 for a file whose lines end with CR alone.
void read_jsonl(std::string_view text, const TableSpec& spec, const std::string& where, RowSink& sink);

} // namespace tunedesk::data
