// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/rows/row_sink.h"

#include "base/error.h"
#include "base/text.h"
#include "data/files/shown.h"
#include "data/unicode/unicode.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace tunedesk::data {

bool is_blank(std::string_view text) {
    if (!text.empty() && text.front() > ' ') return false; // ASCII; bytes above 127 are negative
    for (std::size_t at = 0; at < text.size();)
        if (!unicode::is_white_space(unicode::next(text, at))) return false;
    return true;
}

char* FieldArena::room(std::size_t bytes) {
    if (capacity_ - used_ < bytes) {
        capacity_ = std::max(bytes, std::size_t{1} << 20);
        blocks_.push_back(std::make_unique_for_overwrite<char[]>(capacity_));
        used_ = 0;
    }
    return blocks_.back().get() + used_;
}

std::string_view FieldArena::keep(std::size_t bytes) {
    const char* start = blocks_.back().get() + used_;
    used_ += bytes;
    return {start, bytes};
}

std::string_view FieldArena::copy(std::string_view text) {
    if (text.empty()) return {};
    std::ranges::copy(text, room(text.size()));
    return keep(text.size());
}

void FieldArena::adopt(FieldArena&& other) {
    // Inserted before the block that is being filled.
    blocks_.insert(blocks_.begin(), std::make_move_iterator(other.blocks_.begin()),
                   std::make_move_iterator(other.blocks_.end()));
    other = {};
}

RowSink::RowSink(std::string_view text, bool lone_cr)
    : RowSink(text, lone_cr, scan_text(text), text.data()) {}

RowSink::RowSink(std::string_view text, bool lone_cr, const TextScan& scan, const char* begin)
    : text_(text), scan_(scan),
      lines_(text, lone_cr && scan.carriage_returns, static_cast<std::size_t>(begin - text.data())) {}

void RowSink::append(RowSink&& next, std::uint64_t first_line) {
    for (Table::Row& row : next.rows) {
        row.line += first_line - 1;
        rows.push_back(row);
    }
    rejected_count += next.rejected_count;
    for (Rejected& bad : next.rejected) {
        if (rejected.size() == most_listed_rejections) break;
        bad.line += first_line - 1;
        rejected.push_back(std::move(bad));
    }
    arena.adopt(std::move(next.arena));
}

void RowSink::use(const char* begin, const char* end, Value text, Value pair, Value label, Value negative) {
    if (reject_bad_bytes(begin, end)) return;
    if (is_blank(text.text)) return reject(begin, begin, {RowFault::Kind::empty_text});
    for (const Value* other : {&pair, &negative})
        if (other->wanted && !other->may_be_blank && is_blank(other->text))
            return reject(begin, begin, {RowFault::Kind::empty_other_text});
    if (label.wanted && !label.may_be_blank && is_blank(label.text))
        return reject(begin, begin, {RowFault::Kind::empty_label});
    rows.push_back(
        {text.text, pair.text, label.text, lines_.line(offset(begin)), Table::Row::no_words, negative.text});
    if (label_places) label_places->push_back({label.raw, rows.size() + rejected_count});
}

void RowSink::reject(const char* begin, const char* at, RowFault fault) {
    ++rejected_count;
    (void)lines_.line(offset(begin));
    if (rejected.size() >= most_listed_rejections) return;
    LineCounter ahead = lines_;
    rejected.push_back({ahead.line(offset(at)), ahead.column(offset(at)), std::move(fault)});
}

bool RowSink::reject_bad_bytes(const char* begin, const char* end) {
    if (offset(end) <= scan_.first_fault) return false;
    const auto fault = find_text_fault({begin, static_cast<std::size_t>(end - begin)});
    if (fault)
        reject(begin, begin + fault->offset,
               {fault->is_nul ? RowFault::Kind::nul_byte : RowFault::Kind::not_utf8});
    return fault.has_value();
}

void fail_missing_column(const std::string& column, const std::vector<std::string>& present,
                         const std::string& where) {
    std::vector<std::string> likely;
    for (const std::string& name : present)
        // the edit distance to a very long name would take too long
        if (name.size() <= 128) likely.push_back(name);
    std::vector<std::string> names;
    for (const std::string& name : present)
        if (names.size() < 30) names.push_back(shown(name));
    const std::string listed =
        fmt::format("{}{}", fmt::join(names, ", "), present.size() > 30 ? ", ..." : "");
    if (const auto near = nearest_name(column, likely))
        throw Error(ErrorId::column_misspelled, {shown(column), shown(*near), listed}, where);
    throw Error(ErrorId::column_missing, {shown(column), listed}, where);
}

} // namespace tunedesk::data
