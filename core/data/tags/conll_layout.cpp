// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tags/conll_layout.h"

#include "base/error.h"
#include "base/text.h"
#include "data/tags/tag_scheme.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace tunedesk::data {

namespace {

constexpr std::string_view blanks = " \t";
constexpr std::size_t judged_lines = 1000;

std::string_view without_blanks(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return text.substr(0, 0);
    return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

/// Whether the text is two numbers with `mark` between them.
bool is_number_pair(std::string_view text, char mark) {
    const auto digits = [](std::string_view part) {
        return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
    };
    const std::size_t at = text.find(mark);
    return at != std::string_view::npos && digits(text.substr(0, at)) && digits(text.substr(at + 1));
}

[[noreturn]] void fail_column(std::string_view column, std::size_t columns, const std::string& where) {
    std::string listed = "1";
    for (std::size_t i = 2; i <= std::min<std::size_t>(columns, 30); ++i)
        listed += fmt::format(", {}", i);
    throw Error(ErrorId::column_missing, {std::string(column), listed + (columns > 30 ? ", ..." : "")},
                where);
}

/// Converts a column number, from 1 or backwards from -1, to an index; std::nullopt if there is no such
/// column.
std::optional<std::size_t> column_at(int number, std::size_t columns) {
    const auto size = static_cast<std::int64_t>(columns);
    const std::int64_t at = number > 0 ? number - 1 : size + number;
    if (number == 0 || at < 0 || at >= size) return std::nullopt;
    return static_cast<std::size_t>(at);
}

} // namespace

bool ends_sentence(std::string_view line) {
    return line.find_first_not_of(blanks) == std::string_view::npos || line.starts_with("-DOCSTART-");
}

ConllLayout::ConllLayout(std::string_view text, const TableSpec& spec, const std::string& where) {
    std::vector<std::string_view> lines, marked; // those that begin with # may be comments
    for_each_line(text, [&](std::string_view line) {
        if (!ends_sentence(line)) (line.starts_with('#') ? marked : lines).push_back(line);
        return std::max(lines.size(), marked.size()) < judged_lines;
    });
    const bool begins_marked = !marked.empty() && (lines.empty() || marked[0].data() < lines[0].data());
    if (lines.empty()) lines = marked;
    has_tabs_ = !lines.empty() && lines[0].find('\t') != std::string_view::npos;
    std::map<std::size_t, std::size_t> counts;
    std::vector<std::string_view> fields;
    for (const std::string_view line : lines) {
        split(line, fields);
        ++counts[fields.size()];
    }
    const auto most = std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; });
    columns_ = most == counts.end() ? 0 : most->first;
    if (columns_ > 0) find_columns(spec, where);
    if (!lines.empty()) {
        split(lines[0], fields);
        const bool begins_with_one =
            fields[0] == "1" || is_number_pair(fields[0], '-') || is_number_pair(fields[0], '.');
        has_numbers_ = has_tabs_ && token_column_ > 0 && begins_with_one;
    }
    has_comments_ = spec.tags->comments.value_or(begins_marked && looks_like_comment(marked[0]));
}

void ConllLayout::find_columns(const TableSpec& spec, const std::string& where) {
    const auto token = column_at(spec.tags->token_column, columns_);
    if (!token) fail_column(fmt::to_string(spec.tags->token_column), columns_, where);
    token_column_ = *token;
    if (!spec.reads_labels()) return;
    tag_column_ = column_at(spec.tags->tag_column, columns_);
    if (tag_column_ && *tag_column_ != token_column_) return;
    if (!spec.label_optional)
        fail_column(tag_column_ ? fmt::to_string(columns_ + 1) : fmt::to_string(spec.tags->tag_column),
                    columns_, where);
    tag_column_.reset();
}

void ConllLayout::split(std::string_view line, std::vector<std::string_view>& fields) const {
    fields.clear();
    if (has_tabs_) {
        for (std::size_t begin = 0;;) {
            const std::size_t end = line.find('\t', begin);
            fields.push_back(without_blanks(line.substr(begin, end - begin)));
            if (end == std::string_view::npos) return;
            begin = end + 1;
        }
    }
    for (std::size_t begin = line.find_first_not_of(blanks); begin != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(blanks, begin), line.size());
        fields.push_back(line.substr(begin, end - begin));
        begin = line.find_first_not_of(blanks, end);
    }
}

bool ConllLayout::is_comment(std::string_view line) const {
    return has_comments_ && looks_like_comment(line);
}

/// A word "#" has all columns of a word and a plausible tag; "# id 5 domain=en" has neither.
bool ConllLayout::looks_like_comment(std::string_view line) const {
    if (!line.starts_with('#')) return false;
    std::vector<std::string_view> fields;
    split(line, fields);
    if (fields.size() != columns_) return true;
    if (tag_column_ && has_scheme_form(fields[*tag_column_])) return false;
    return line.find('=') != std::string_view::npos || without_blanks(line.substr(1)).starts_with("new");
}

bool ConllLayout::is_no_word(const std::vector<std::string_view>& fields) const {
    return has_numbers_ && (is_number_pair(fields[0], '-') || is_number_pair(fields[0], '.'));
}

} // namespace tunedesk::data
