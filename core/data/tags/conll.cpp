// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tags/conll.h"

#include "data/tags/conll_layout.h"
#include "data/tags/word_row.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <vector>

namespace tunedesk::data {

namespace {

/// Collects the lines of a sentence.
class SentenceReader {
public:
    SentenceReader(const ConllLayout& layout, RowSink& sink) : layout_(layout), sink_(sink), row_(sink) {}

    void next(std::string_view line) {
        if (ends_sentence(line)) return finish();
        if (!begin_ && layout_.is_comment(line)) return;
        if (!begin_) begin_ = line.data();
        end_ = line.data() + line.size();
        if (!fault_) add(line);
    }

    /// Uses or rejects the current sentence, if any.
    void finish() {
        if (!begin_) return;
        if (!sink_.reject_bad_bytes(begin_, end_)) {
            if (fault_)
                sink_.reject(begin_, fault_at_, std::move(*fault_));
            else if (row_.words() > 0)
                row_.use(begin_, end_, layout_.tag_column().has_value());
        }
        begin_ = nullptr;
        fault_.reset();
        row_.begin();
    }

private:
    void add(std::string_view line) {
        layout_.split(line, fields_);
        if (static_cast<std::size_t>(end_ - begin_) > max_field_bytes)
            return fail(line, {RowFault::Kind::large_field});
        if (fields_.size() != layout_.columns())
            return fail(line, {RowFault::Kind::column_count,
                               {fmt::to_string(fields_.size()), fmt::to_string(layout_.columns())}});
        if (layout_.is_no_word(fields_)) return;
        const std::string_view word = fields_[layout_.token_column()];
        if (word.empty()) return fail(word, {RowFault::Kind::no_word});
        std::string_view tag;
        if (const auto column = layout_.tag_column()) {
            tag = fields_[*column];
            if (auto fault = fault_of_tag(word, tag)) return fail(tag, std::move(*fault));
        }
        row_.add(word, tag);
    }

    void fail(std::string_view place, RowFault fault) {
        fault_ = std::move(fault);
        fault_at_ = place.data();
    }

    const ConllLayout& layout_;
    RowSink& sink_;
    WordRow row_;
    const char *begin_ = nullptr, *end_ = nullptr; ///< null: no current sentence
    std::optional<RowFault> fault_;
    const char* fault_at_ = nullptr;
    std::vector<std::string_view> fields_;
};

} // namespace

void read_conll(std::string_view text, const TableSpec& spec, const std::string& where, RowSink& sink) {
    const ConllLayout layout(text, spec, where);
    for (std::size_t i = 1; i <= std::min(layout.columns(), max_columns); ++i)
        sink.columns.push_back(fmt::to_string(i));
    sink.has_label = layout.tag_column().has_value();
    SentenceReader reader(layout, sink);
    for_each_line(text, [&](std::string_view line) {
        reader.next(line);
        return true;
    });
    reader.finish();
}

} // namespace tunedesk::data
