// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/row_sink.h"

#include <string_view>

namespace tunedesk::data {

/// Reads a text in which each line is a row (LF or CRLF). Lines of white space are skipped. Rejected: a line
/// over 16 MiB, and what RowSink rejects.
void read_lines(std::string_view text, RowSink& sink);

} // namespace tunedesk::data
