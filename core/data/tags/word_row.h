// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/row_sink.h"

#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// Collects the words of a row and their tags. As a row of a Table its text is the words and its label the
/// tags, each joined by single blanks, so that whatever compares and lists rows needs no change.
class WordRow {
public:
    explicit WordRow(RowSink& sink) : sink_(sink) {}

    /// Begins a row.
    void begin();
    /// `tag` is not empty and has no blank in it where tags are read; else it is not looked at.
    void add(std::string_view word, std::string_view tag);
    std::size_t words() const { return spans_.size(); }
    /// Uses the row [begin, end) of the file, or rejects it where RowSink does.
    void use(const char* begin, const char* end, bool has_tags);

private:
    std::string_view kept(const std::string& text);

    RowSink& sink_;
    std::string text_, tags_;
    std::vector<ByteSpan> spans_;
};

/// Why a tag cannot be used; std::nullopt if it can.
std::optional<RowFault> fault_of_tag(std::string_view word, std::string_view tag);

} // namespace tunedesk::data
