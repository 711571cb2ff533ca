#include "data/rows/jsonl.h"

#include "base/phrase.h"
#include "data/files/shown.h"
#include "data/rows/json_scanner.h"

#include <algorithm>
#include <cstring>
#include <optional>

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
        : wanted_{Wanted(spec.text_column), Wanted(spec.text_pair_column), Wanted(spec.label_column, true)},
          optional_label_(spec.label_optional), sink_(sink) {}

    /// Uses or rejects the row of one line.
    void next(const char* begin, const char* end) {
        if (sink_.reject_bad_bytes(begin, end)) return;
        if (first_) sink_.columns.clear();
        JsonScanner scanner({begin, static_cast<std::size_t>(end - begin)});
        for (Wanted& wanted : wanted_)
            wanted.found = false;
        std::optional<RowFault> fault;
        if (!object(scanner, fault))
            return sink_.reject(begin, scanner.at(), fault ? *fault : RowFault{scanner.fault()});
        if (first_) settle_label();
        RowSink::Value values[3];
        for (std::size_t k = 0; k < 3; ++k) {
            const Wanted& wanted = wanted_[k];
            if (wanted.found)
                values[k] = {text_of(wanted.value), true, wanted.value.raw};
            else if (!wanted.name.empty())
                return sink_.reject(begin, begin, {RowFault::Kind::no_key, {shown(wanted.name)}});
        }
        sink_.use(begin, end, values[0], values[1], values[2]);
    }

    /// A key that no row has is a wrong name, not a fault of every row.
    void finish(const std::string& where) {
        if (first_) return; // not one object: the rejected lines say why
        for (const Wanted& wanted : wanted_)
            if (!wanted.name.empty() && !wanted.ever) fail_missing_column(wanted.name, sink_.columns, where);
        sink_.has_label = wanted_[2].ever;
    }

private:
    struct Wanted {
        explicit Wanted(std::string key, bool label = false) : name(std::move(key)), is_label(label) {}
        std::string name;
        bool is_label;
        bool found = false, ever = false; ///< in this row, in any row
        JsonScanner::Value value;
    };

    /// The first object decides whether an optional label is there, so that no file is half labelled.
    void settle_label() {
        first_ = false;
        Wanted& label = wanted_[2];
        if (optional_label_ && !label.found) label.name.clear();
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
        for (Wanted& wanted : wanted_) {
            if (wanted.name.empty() || wanted.name != name_) continue;
            const bool scalar = value.kind == Kind::number || value.kind == Kind::boolean;
            if (wanted.found)
                fault = {RowFault::Kind::repeated_key, {shown(name_)}};
            else if (value.kind != Kind::string && !(wanted.is_label && scalar))
                fault = {RowFault::Kind::wrong_type,
                         {shown(name_), kind_name(value.kind),
                          wanted.is_label
                              ? TUNEDESK_TRANSLATABLE("RowFault", "a string, a number, true or false")
                              : "a string"}};
            else if (value.raw.size() > max_field_bytes)
                fault = {RowFault::Kind::large_field};
            if (fault) return false;
            wanted.found = wanted.ever = true;
            wanted.value = value;
        }
        return true;
    }

    std::string_view text_of(const JsonScanner::Value& value) {
        if (!value.escaped) return value.raw;
        char* const out = sink_.arena.room(value.raw.size());
        return sink_.arena.keep(unescape_json(value.raw, out));
    }

    Wanted wanted_[3];
    const bool optional_label_;
    RowSink& sink_;
    std::string name_;
    bool first_ = true; ///< no object has been read yet
};

} // namespace

void read_jsonl(std::string_view text, const TableSpec& spec, const std::string& where, RowSink& sink) {
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
