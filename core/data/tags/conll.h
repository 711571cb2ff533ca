// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/row_sink.h"

#include <string>
#include <string_view>

namespace tunedesk::data {

/// Reads a CoNLL file: one word per line, in columns as found by ConllLayout. Blank lines and -DOCSTART-
/// lines separate sentences, each of which is a row (WordRow) that begins at the line of its first word. A
/// sentence is rejected at its first fault: a line with a wrong number of columns, no word, no tag, white
/// space in a tag, more than 16 MiB, and what RowSink rejects. Comments are ignored. Throws the errors of
/// ConllLayout.
void read_conll(std::string_view text, const TableSpec& spec, const std::string& where, RowSink& sink);

} // namespace tunedesk::data
