// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/row_sink.h"

#include <string>
#include <string_view>

namespace tunedesk::data {

/// Reads a CoNLL file: a word a line, its columns as ConllLayout finds them; blank lines and -DOCSTART- lines
/// stand between sentences, each of which is a row (WordRow) that begins at its first word's line. A sentence
/// is rejected at its first fault: a line of another number of columns, no word, no tag, white space in a
/// tag, more than 16 MiB, and what RowSink rejects. Comments are no part of it. Throws what ConllLayout
/// throws.
void read_conll(std::string_view text, const TableSpec& spec, const std::string& where, RowSink& sink);

} // namespace tunedesk::data
