// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/files/without_rows.h"

#include "data/files/source.h"
#include "data/tags/conll_layout.h"

#include <algorithm>
#include <string_view>

namespace tunedesk::data {

namespace {

/// The beginning of each line as counted by readers, and the end of the text.
std::vector<std::size_t> line_starts(std::string_view text, bool lone_cr) {
    std::vector<std::size_t> starts{0};
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool ends =
            text[i] == '\n' || (lone_cr && text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'));
        if (ends) starts.push_back(i + 1);
    }
    if (starts.back() != text.size()) starts.push_back(text.size());
    return starts;
}

/// The beginning of the line after a sentence and the blank lines that follow it.
std::size_t end_of_sentence(std::string_view text, std::size_t begin) {
    std::size_t at = begin;
    bool is_over = false;
    for_each_line(text.substr(begin), [&](std::string_view line) {
        const bool is_blank = line.find_first_not_of(" \t") == std::string_view::npos;
        if (is_over ? !is_blank : ends_sentence(line) && !is_blank)
            return false; // the next sentence or document
        is_over = is_over || is_blank;
        at = std::min(text.find('\n', at), text.size() - 1) + 1;
        return true;
    });
    return at;
}

} // namespace

std::string
without_rows(const fs::path& path, const TableSpec& spec,
             const std::function<std::set<std::uint64_t>(const std::vector<Table::Row>&)>& dropped) {
    TableSpec all = spec;
    all.skip_bad_rows = true; // bad rows are unchanged
    const Table table = read_table(path, all);
    const std::set<std::uint64_t> drops = dropped(table.rows());
    const FileKind kind = spec.tags ? kind_of_tagged_name(path) : kind_of_name(path);
    const Source source = read_source(path, kind);
    const std::string_view text = source.bytes.text();
    const std::vector<std::size_t> starts =
        line_starts(text, kind.format == Format::csv || kind.format == Format::tsv);
    std::vector<std::uint64_t> begins;
    for (const Table::Row& row : table.rows())
        begins.push_back(row.line);
    for (const Rejected& row : table.rejected())
        begins.push_back(row.line);
    std::ranges::sort(begins);
    const auto at_line = [&](std::uint64_t line) {
        return starts[std::min(line, std::uint64_t{starts.size()}) - 1];
    };
    std::string kept;
    std::size_t at = 0;
    for (std::size_t i = 0; i < begins.size(); ++i) {
        if (!drops.contains(begins[i])) continue;
        const std::size_t begin = at_line(begins[i]);
        kept.append(text, at, begin - at);
        if (kind.format == Format::conll)
            at = end_of_sentence(text, begin); // a rejected sentence begins before its fault
        else
            at = i + 1 < begins.size() ? at_line(begins[i + 1]) : text.size();
    }
    return kept.append(text, at);
}

} // namespace tunedesk::data
