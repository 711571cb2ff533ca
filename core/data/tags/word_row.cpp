// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tags/word_row.h"

#include "data/files/shown.h"

#include <algorithm>

namespace tunedesk::data {

void WordRow::begin() {
    text_.clear();
    tags_.clear();
    spans_.clear();
}

void WordRow::add(std::string_view word, std::string_view tag) {
    if (!spans_.empty()) {
        text_ += ' ';
        tags_ += ' ';
    }
    const auto begin = static_cast<std::uint32_t>(text_.size());
    text_ += word;
    tags_ += tag;
    spans_.push_back({begin, static_cast<std::uint32_t>(text_.size())});
}

std::string_view WordRow::kept(const std::string& text) {
    return sink_.arena.copy(text);
}

void WordRow::use(const char* begin, const char* end, bool has_tags) {
    const std::size_t rows = sink_.rows.size();
    RowSink::Value label;
    if (has_tags) label = {kept(tags_), true};
    sink_.use(begin, end, {kept(text_), true}, {}, label, {});
    if (sink_.rows.size() == rows) return;
    sink_.rows.back().words = static_cast<std::uint32_t>(sink_.words.size());
    sink_.words.add(spans_);
}

std::optional<RowFault> fault_of_tag(std::string_view word, std::string_view tag) {
    if (is_blank(tag)) return RowFault{RowFault::Kind::no_tag, {shown(word)}};
    if (tag.find_first_of(" \t\r\n") != std::string_view::npos)
        return RowFault{RowFault::Kind::blank_in_tag, {shown(tag)}};
    return std::nullopt;
}

} // namespace tunedesk::data
