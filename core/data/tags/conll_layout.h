// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/table.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// How the lines of a CoNLL file are divided into columns: at tabs if the first word's line has one, so that
/// words may contain spaces, else at runs of spaces and tabs. A value.
class ConllLayout {
public:
    /// Determined by the first 1,000 lines of words: most have columns() columns. Throws Error 3103 if the
    /// columns that `spec` selects do not exist.
    ConllLayout(std::string_view text, const TableSpec& spec, const std::string& where);

    std::size_t columns() const { return columns_; }
    std::size_t token_column() const { return token_column_; } ///< from 0
    /// From 0; std::nullopt if no tags are read.
    std::optional<std::size_t> tag_column() const { return tag_column_; }

    /// Splits a line into columns without surrounding white space; `fields` is overwritten.
    void split(std::string_view line, std::vector<std::string_view>& fields) const;
    /// Whether a line before a sentence is a comment.
    bool is_comment(std::string_view line) const;
    /// Whether these columns have one of CoNLL-U's ids "3-4" and "8.1", which are not words of the sentence.
    bool is_no_word(const std::vector<std::string_view>& fields) const;

private:
    bool looks_like_comment(std::string_view line) const;
    void find_columns(const TableSpec& spec, const std::string& where);

    bool has_tabs_ = false, has_comments_ = false, has_numbers_ = false;
    std::size_t columns_ = 0, token_column_ = 0;
    std::optional<std::size_t> tag_column_;
};

/// Calls visit(line) for each line of a text, without its line end (LF or CRLF), until it returns false.
template <class Visit>
void for_each_line(std::string_view text, Visit visit) {
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string_view line = text.substr(begin, end - begin);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (!visit(line)) return;
        begin = end + 1;
    }
}

/// Whether a line ends a sentence: a blank line, or -DOCSTART-, which begins a document.
bool ends_sentence(std::string_view line);

} // namespace tunedesk::data
