// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/row_sink.h"

#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// Collects the words and tags of a row. In a Table its text is the words and its label the tags, each joined
/// by single spaces, so that code that compares and lists rows applies unchanged.
class WordRow {
public:
    explicit WordRow(RowSink& sink) : sink_(sink) {}

    /// Begins a row.
    void begin();
    /// `tag` must not be empty or contain white space if tags are read; otherwise it is ignored.
    void add(std::string_view word, std::string_view tag);
    std::size_t words() const { return spans_.size(); }
    /// Uses the row [begin, end) of the file, or rejects it by the rules of RowSink.
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
