// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/row_sink.h"

#include <string>
#include <string_view>

namespace tunedesk::data {

/// Reads one JSON object per line (RFC 8259; LF or CRLF; empty lines are skipped). Texts are strings; a label
/// is a string, a number (kept as written) or true or false. Other keys may hold any value, up to 64 levels
/// deep. Rejected: lines that are not one complete object, missing, repeated or mistyped keys, strings over
/// 16 MiB, and what RowSink rejects. Throws the errors of fail_missing_column() if no row has a required key,
/// and Error 3102 for a file whose lines end with CR only.
void read_jsonl(std::string_view text, const TableSpec& spec, const std::string& where, RowSink& sink);

} // namespace tunedesk::data
