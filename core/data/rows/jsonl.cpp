// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/rows/jsonl.h"

#include "base/error.h"
#include "base/phrase.h"
#include "data/chat/conversation.h"
#include "data/files/shown.h"
#include "data/rows/flag_columns.h"
#include "data/rows/json_scanner.h"
#include "data/tags/tagged_lists.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace tunedesk::data {

namespace {

using Kind = JsonScanner::Kind;

const char* kind_name(Kind kind) {
    switch (kind) {
    case Kind::string:
        return TUNEDESK_TRANSLATABLE("RowFault", "a string");
    case Kind::number:
        return TUNEDESK_TRANSLATABLE("RowFault", "a number");
    case Kind::boolean:
        return TUNEDESK_TRANSLATABLE("RowFault", "true or false");
    case Kind::null:
        return TUNEDESK_TRANSLATABLE("RowFault", "null");
    case Kind::object:
        return TUNEDESK_TRANSLATABLE("RowFault", "an object");
    case Kind::array:
        break;
    }
    return TUNEDESK_TRANSLATABLE("RowFault", "an array");
}

class LineReader {
public:
    LineReader(const TableSpec& spec, RowSink& sink)
        : flags_(spec), label_lists_(spec.label_lists), optional_label_(spec.label_optional),
          chat_(spec.chat), needs_pair_(spec.needs_pair),
          sink_(sink), wanted_{Wanted(spec.text_column), Wanted(spec.text_pair_column),
                               Wanted(spec.negative_column)} {
        if (flags_.empty()) wanted_.emplace_back(spec.label_column, true);
        if (spec.tags) lists_.emplace(*spec.tags, sink);
        for (const std::string& name : flags_.names())
            wanted_.emplace_back(name, true);
        for (std::size_t k = 0; k < wanted_.size(); ++k)
            if (!wanted_[k].name.empty()) by_name_[wanted_[k].name].push_back(k);
    }

    /// Uses or rejects the row of one line.
    void next(const char* begin, const char* end) {
        if (sink_.reject_bad_bytes(begin, end)) return;
        if (first_) sink_.columns.clear();
        JsonScanner scanner({begin, static_cast<std::size_t>(end - begin)});
        for (const std::size_t k : found_)
            wanted_[k].found = false;
        found_.clear();
        std::optional<RowFault> fault;
        if (!object(scanner, fault))
            return sink_.reject(begin, scanner.at(), fault ? *fault : RowFault{scanner.fault()});
        const bool is_said = has_messages();
        if (is_unsettled_ && !is_said) settle_label();
        first_ = false;
        any_messages_ = any_messages_ || is_said;
        for (const Wanted& wanted : wanted_)
            if (!wanted.found && !wanted.name.empty() && !is_said && !(chat_ && &wanted == &wanted_[1]))
                return sink_.reject(begin, begin, {RowFault::Kind::no_key, {shown(wanted.name)}});
        use(begin, end);
    }

    /// A key that no row has is reported as a wrong name, not as a fault of every row.
    void finish(const std::string& where) {
        if (first_) return; // no object at all: the rejected lines have the reasons
        for (const Wanted& wanted : wanted_)
            if (!wanted.name.empty() && !wanted.ever && !any_messages_ && !(chat_ && &wanted == &wanted_[1]))
                fail_missing_column(wanted.name, sink_.columns, where);
        sink_.has_label = wanted_[first_label].ever;
    }

private:
    struct Wanted {
        explicit Wanted(std::string key, bool label = false) : name(std::move(key)), is_label(label) {}
        std::string name;
        bool is_label;
        bool found = false, ever = false; ///< in this row; in any row
        JsonScanner::Value value;
    };

    static constexpr std::size_t first_label = 3; ///< index among the selected keys, after the texts

    bool has_messages() const { return chat_ && wanted_[0].found && wanted_[0].value.kind == Kind::array; }

    void use(const char* begin, const char* end) {
        if (has_messages()) return sink_.use(begin, end, {wanted_[0].value.raw, true}, {}, {}, {});
        if (lists_) {
            const Wanted& tags = wanted_[first_label];
            return lists_->use(begin, end, wanted_[0].value.raw,
                               tags.found ? std::optional(tags.value.raw) : std::nullopt);
        }
        RowSink::Value values[first_label + 1];
        const std::size_t plain = flags_.empty() ? wanted_.size() : first_label;
        for (std::size_t k = 0; k < plain; ++k)
            if (wanted_[k].found) values[k] = {text_of(wanted_[k].value), true, wanted_[k].value.raw};
        flags_.begin();
        for (std::size_t k = plain; k < wanted_.size(); ++k)
            if (wanted_[k].found && !flags_.add(k - first_label, wanted_[k].value.raw))
                return sink_.reject(
                    begin, wanted_[k].value.raw.data(),
                    {RowFault::Kind::no_flag, {shown(wanted_[k].name), shown(wanted_[k].value.raw)}});
        if (!flags_.empty() && wanted_[first_label].found)
            values[first_label] = {flags_.field(sink_.arena), true};
        values[1].may_be_blank = !needs_pair_;
        values[first_label].may_be_blank = label_lists_;
        sink_.use(begin, end, values[0], values[1], values[first_label], values[2]);
    }

    /// The first object determines whether the optional label exists, so that a file is not partially
    /// labelled.
    void settle_label() {
        is_unsettled_ = false;
        const auto labels = std::span(wanted_).subspan(first_label);
        if (!optional_label_ || std::ranges::any_of(labels, &Wanted::found)) return;
        for (Wanted& label : labels) {
            label.name.clear();
            label.ever = false; // a key of a rejected line does not count as a label
        }
    }

    bool object(JsonScanner& scanner, std::optional<RowFault>& fault) {
        if (!scanner.take('{')) return false;
        for (bool more = scanner.peek() != '}'; more;) {
            JsonScanner::Value key, value;
            if (!scanner.string(key) || !scanner.take(':')) return false;
            (void)scanner.peek();
            const char* const place = scanner.at();
            if (!scanner.value(value)) return false;
            if (!keep(key, value, fault)) {
                scanner = JsonScanner({place, 0});
                return false;
            }
            more = scanner.peek() == ',';
            if (more) (void)scanner.take(',');
        }
        return scanner.take('}') && scanner.finished();
    }

    bool keep(const JsonScanner::Value& key, const JsonScanner::Value& value,
              std::optional<RowFault>& fault) {
        name_.resize(key.raw.size());
        name_.resize(unescape_json(key.raw, name_.data()));
        if (first_ && sink_.columns.size() < max_columns &&
            std::find(sink_.columns.begin(), sink_.columns.end(), name_) == sink_.columns.end())
            sink_.columns.push_back(name_);
        const auto asked = by_name_.find(name_);
        if (asked == by_name_.end()) return true;
        for (const std::size_t k : asked->second) {
            Wanted& wanted = wanted_[k];
            if (wanted.name.empty()) continue; // see settle_label()
            if (wanted.found)
                fault = {RowFault::Kind::repeated_key, {shown(name_)}};
            else if (!may_be(wanted, value))
                fault = {RowFault::Kind::wrong_type,
                         {shown(name_), kind_name(value.kind), wanted.is_label ? of_labels() : of_texts()}};
            else if (value.raw.size() > max_field_bytes)
                fault = {RowFault::Kind::large_field};
            else if (value.kind == Kind::array && !wanted.is_label && !lists_ &&
                     !parse_messages(value.raw, !optional_label_))
                fault = {RowFault::Kind::no_messages, {shown(name_)}};
            if (fault) return false;
            wanted.found = wanted.ever = true;
            wanted.value = value;
            found_.push_back(k);
        }
        return true;
    }

    bool may_be(const Wanted& wanted, const JsonScanner::Value& value) const {
        if (lists_)
            return value.kind == Kind::array &&
                   (wanted.is_label ? TaggedLists::are_tags(value.raw) : TaggedLists::are_words(value.raw));
        if (value.kind == Kind::string) return true;
        if (chat_ && &wanted == &wanted_[0]) return value.kind == Kind::array;
        if (!wanted.is_label) return false;
        if (value.kind == Kind::array) return takes_arrays() && is_flat(value.raw);
        return value.kind == Kind::number || value.kind == Kind::boolean;
    }

    bool takes_arrays() const { return label_lists_ && flags_.empty(); }

    const char* of_texts() const {
        return lists_ ? TUNEDESK_TRANSLATABLE("RowFault", "a list of strings")
                      : TUNEDESK_TRANSLATABLE("RowFault", "a string");
    }

    const char* of_labels() const {
        if (lists_) return TUNEDESK_TRANSLATABLE("RowFault", "a list of strings or numbers");
        return takes_arrays()
                   ? TUNEDESK_TRANSLATABLE("RowFault", "a list of strings, numbers, true or false, or one")
                   : TUNEDESK_TRANSLATABLE("RowFault", "a string, a number, true or false");
    }

    /// Whether an array contains no arrays, objects or null.
    static bool is_flat(std::string_view array) {
        JsonScanner scanner(array);
        (void)scanner.take('[');
        for (bool more = scanner.peek() != ']'; more; more = scanner.take(',')) {
            JsonScanner::Value item;
            if (!scanner.value(item) || item.kind == Kind::object || item.kind == Kind::array ||
                item.kind == Kind::null)
                return false;
            if (scanner.peek() == ']') break;
        }
        return true;
    }

    std::string_view text_of(const JsonScanner::Value& value) {
        if (!value.escaped) return value.raw;
        char* const out = sink_.arena.room(value.raw.size());
        return sink_.arena.keep(unescape_json(value.raw, out));
    }

    FlagColumns flags_;
    std::optional<TaggedLists> lists_; ///< for rows that are lists of words
    const bool label_lists_, optional_label_, chat_, needs_pair_;
    RowSink& sink_;
    std::vector<Wanted> wanted_; ///< keys of text, second text and negative, then of the labels
    std::unordered_map<std::string, std::vector<std::size_t>> by_name_; ///< indices in `wanted_`
    std::vector<std::size_t> found_; ///< indices of this row's keys among them
    std::string name_;
    bool any_messages_ = false;
    bool first_ = true;        ///< no object was read yet
    bool is_unsettled_ = true; ///< no object with or without label was accepted yet
};

/// Rejects a file with CR as the only line end, which would be one line with a second object.
void require_line_ends(std::string_view text, const std::string& where) {
    constexpr std::string_view blanks = " \t\r";
    const auto parts_objects = [&](std::size_t at) {
        const std::size_t before = text.find_last_not_of(blanks, at),
                          behind = text.find_first_not_of(blanks, at);
        return before != std::string_view::npos && behind != std::string_view::npos && text[before] == '}' &&
               text[behind] == '{';
    };
    std::size_t at = text.find('\r');
    if (at == std::string_view::npos || text.find('\n') != std::string_view::npos) return;
    while (at != std::string_view::npos && !parts_objects(at))
        at = text.find('\r', text.find_first_not_of(blanks, at));
    if (at == std::string_view::npos) return;
    throw Error(ErrorId::data_unreadable,
                {TUNEDESK_TRANSLATABLE("ErrorDetail", "its lines end with a carriage return (CR) alone")},
                where)
        .with_next(TUNEDESK_TRANSLATABLE("ErrorDetail", "save the file with line ends LF or CRLF"));
}

} // namespace

void read_jsonl(std::string_view text, const TableSpec& spec, const std::string& where, RowSink& sink) {
    require_line_ends(text, where);
    LineReader reader(spec, sink);
    const char* const end = text.data() + text.size();
    for (const char* begin = text.data(); begin < end;) {
        const void* found = std::memchr(begin, '\n', static_cast<std::size_t>(end - begin));
        const char* const line_end = found ? static_cast<const char*>(found) : end;
        const char* first = begin;
        while (first < line_end && (*first == ' ' || *first == '\t' || *first == '\r'))
            ++first;
        if (first < line_end) reader.next(begin, line_end);
        begin = found ? line_end + 1 : end;
    }
    reader.finish(where);
}

} // namespace tunedesk::data
